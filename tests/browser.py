"""The browser for tests of the page: where it is found, how it is started, and what is said where there is none."""

import os
import shutil
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright

NO_CHROMIUM = "no Chromium found"
NAMES = ("/usr/bin/chromium", "chromium", "chromium-browser", "google-chrome")
ARGUMENTS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def chromium_path() -> str | None:
    """The browser that `CHROMIUM` names, or else the first one that is installed; None if there is none."""
    named = os.environ.get("CHROMIUM")
    found = map(shutil.which, (named,) if named else NAMES)
    return next((path for path in found if path is not None), None)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Browser]:
    """One browser for all tests of a session; each test opens a context of its own in it."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium_path(), args=list(ARGUMENTS))
        yield browser
        await browser.close()


def pytest_configure(config: pytest.Config) -> None:
    """Makes the marker `browser` known."""
    config.addinivalue_line("markers", "browser: needs a Chromium; skipped without one, and a failure if CI is set")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skips a browser test where there is no browser; a CI has to have one."""
    if item.get_closest_marker("browser") is None or chromium_path() is not None:
        return
    if os.environ.get("CI"):
        pytest.fail(NO_CHROMIUM, pytrace=False)
    pytest.skip(NO_CHROMIUM)


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Says at the end that browser tests were skipped, if they were."""
    skipped = [report for report in terminalreporter.stats.get("skipped", []) if NO_CHROMIUM in str(report.longrepr)]
    if skipped:
        count = "1 browser test was" if len(skipped) == 1 else f"{len(skipped)} browser tests were"
        terminalreporter.write_line(f"{count} skipped: {NO_CHROMIUM}. Install chromium, or name one by CHROMIUM.")
