"""Variables that look like settings and are none: whoever misspells one would never learn why it does nothing."""

import os
from collections.abc import Iterator
from difflib import get_close_matches

from pydantic_settings import DotEnvSettingsSource

from pbm.settings import PREFIX, Settings

ALIKE = 0.8  # as difflib measures it


def misspelt() -> Iterator[str]:
    """A line for each variable of ours in the environment, or in the file `.env` here, that no setting is called."""
    known = [f"{PREFIX}{name.upper()}" for name in Settings.model_fields]
    given = {name.upper() for name in (*os.environ, *DotEnvSettingsSource(Settings).env_vars)}
    for name in sorted(given - set(known)):
        if name.startswith(PREFIX):
            near = get_close_matches(name, known, n=1, cutoff=ALIKE)
            yield f"{name} is no setting; is {near[0]} meant?" if near else f"{name} is no setting."
