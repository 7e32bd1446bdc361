"""`pbm date` and `pbm chain`: how a date is understood, and whether dates lie in order (RULES 10)."""

import json
from datetime import UTC, datetime
from typing import Annotated

import typer

from pbm.cli.printing import tell
from pbm.rules.dates import Refused, Span, conflicts, historical, read

REFUSED = 2  # exit status

# A date such as -5 is a wrong date, not a wrong option, and is answered as one.
DASHES_ARE_DATES = {"ignore_unknown_options": True}

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def date(
    words: Annotated[list[str], typer.Argument(metavar="TEXT", help="A date as on a card, such as 'c. 1500–1450 BC'.")],
    as_json: AsJson = False,
) -> None:
    """Tell which years a date means, and how players read it."""
    text = " ".join(words)
    span = _read_or_exit(text, as_json)
    first, last = historical(span.first), historical(span.last)
    en, de = span.say("en"), span.say("de")
    if as_json:
        typer.echo(json.dumps({"first": first, "last": last, "en": en, "de": de}))
        return
    years = _year(span.first) if first == last else f"{_year(span.first)} to {_year(span.last)}"
    tell(f"“{text}” means {years}. Players read “{en}”, in German “{de}”.")


def chain(
    dates: Annotated[list[str], typer.Argument(metavar="DATE", help="Dates from top to bottom, each in quotes.")],
    as_json: AsJson = False,
) -> None:
    """Tell whether a chain of dates is correct, and which of them are in the wrong order."""
    spans = [_read_or_exit(text, as_json) for text in dates]
    wrong = conflicts(spans)
    if as_json:
        answer = {"correct": False, "conflicts": wrong} if wrong else {"correct": True}
        typer.echo(json.dumps(answer))
        return
    if not wrong:
        tell("The chain is correct: nothing in it is certainly later than what lies below.")
        return
    tell("The chain is wrong:")
    for i, j in wrong:
        tell(f"{spans[i - 1].say('en')} (number {i}) is certainly later than {spans[j - 1].say('en')} (number {j}).")


def _read_or_exit(text: str, as_json: bool) -> Span:
    answer = read(text, datetime.now(UTC).year)
    if isinstance(answer, Span):
        return answer
    _refuse(answer, as_json)
    raise typer.Exit(REFUSED)


def _refuse(answer: Refused, as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps({"refused": answer.why}))
    else:
        tell(answer.why, as_error=True)


def _year(year: int) -> str:
    return Span(year, year).say("en")
