"""A YAML file as its author wrote it: plain text throughout, and the line of everything."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from pbm.decks.faults import Fault

Plain = str | list["Plain"] | dict[str, "Plain"]
Place = tuple[str | int, ...]

# Base loaders leave every value as text, so that 1969 and no stay what they are; the one in C is ten times as fast.
_LOADER: type[yaml.BaseLoader] | type[yaml.CBaseLoader] = yaml.CBaseLoader if yaml.__with_libyaml__ else yaml.BaseLoader


@dataclass(frozen=True, slots=True)
class Page:
    """The content of one file, and on which line (from 1) each part of it stands."""

    file: str
    content: Mapping[str, Plain]
    lines: Mapping[Place, int]

    def line(self, *place: str | int) -> int:
        """Find the line of a part of the content, or of the nearest part around it."""
        while place and place not in self.lines:
            place = place[:-1]
        return self.lines.get(place, 1)

    def name(self, place: Place) -> str:
        """Name the card a place belongs to, by its id if it has one, else counted from 1."""
        match place, self.content.get("cards"):
            case ("cards", int(number), *_), list(cards):
                card = cards[number]
                own = card.get("id") if isinstance(card, dict) else None
                return own if isinstance(own, str) and own else f"card {number + 1}"
            case ("series", *_), _:
                return "series"
        return "file"


@dataclass(slots=True)
class _Reading:
    file: str
    lines: dict[Place, int] = field(default_factory=dict)
    faults: list[tuple[Place, int, str, str]] = field(default_factory=list)
    seen: set[int] = field(default_factory=set)

    def plain(self, node: yaml.Node, place: Place) -> Plain:
        line = self.lines.setdefault(place, node.start_mark.line + 1)
        if id(node) in self.seen:
            self.faults.append((place, line, "a YAML alias (*)", "write the text out"))
            return ""
        self.seen.add(id(node))
        match node:
            case yaml.MappingNode():
                return self.mapping(node, place)
            case yaml.SequenceNode():
                return [self.plain(item, (*place, number)) for number, item in enumerate(node.value)]
        return str(node.value)

    def mapping(self, node: yaml.MappingNode, place: Place) -> dict[str, Plain]:
        content: dict[str, Plain] = {}
        for key_node, value_node in node.value:
            key, line = str(key_node.value), key_node.start_mark.line + 1
            if not isinstance(key_node, yaml.ScalarNode):
                self.faults.append((place, line, "a key that is no plain word", "write key: value"))
                continue
            if key in content:
                first = self.lines[(*place, key)]
                self.faults.append((place, line, f"{key} is there twice", f"keep one of lines {first} and {line}"))
                continue
            self.lines[(*place, key)] = line
            content[key] = self.plain(value_node, (*place, key))
        return content


def read_page(path: Path, file: str) -> Page | tuple[Fault, ...]:
    """Read one file, or name what keeps it from being read; `file` is its name in the faults."""
    reading = _Reading(file)
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        return (Fault(file, 1, "file", f"cannot be read: {error.strerror}", "name a file that is there"),)
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        return (Fault(file, line, "file", "not UTF-8", "save the file as UTF-8"),)
    try:
        node = yaml.compose(text, Loader=_LOADER)
    except yaml.YAMLError as error:
        return (_not_yaml(file, text, error),)
    except RecursionError:
        return (Fault(file, 1, "file", "nested too deeply", "write series: and cards: as in decks/README.md"),)
    content = reading.plain(node, ()) if node is not None else ""
    if not isinstance(content, dict):
        return (Fault(file, 1, "file", "not a deck", "write series: and cards: as in decks/README.md"),)
    page = Page(file, content, reading.lines)
    if reading.faults:
        return tuple(
            Fault(file, line, page.name(place), what, instead) for place, line, what, instead in reading.faults
        )
    return page


def _not_yaml(file: str, text: str, error: yaml.YAMLError) -> Fault:
    line = 1
    what = " ".join(str(error).split())
    if isinstance(error, yaml.MarkedYAMLError):
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark else 1
        what = ", ".join(part for part in (error.context, error.problem) if part)
    instead = "put texts with : or # in quotes, and indent with blanks alike"
    if any(found.lstrip(" ").startswith("\t") for found in text.split("\n")[line - 1 : line]):
        what, instead = "a tab", "indent with blanks"
    return Fault(file, line, "file", f"not YAML ({what})", instead)
