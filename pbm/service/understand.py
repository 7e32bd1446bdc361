"""What a typed line means: the moves and the few words that are understood, in English and German."""

import re
import unicodedata
from difflib import get_close_matches

from pbm.service.wishes import (
    DoubtIt,
    Fix,
    LookUp,
    MoreTime,
    No,
    Number,
    Place,
    Several,
    Slash,
    Unclear,
    Undo,
    Wish,
    Yes,
)
from pbm.views.messages import Language
from pbm.views.names import clean

GROUP_COMMANDS = (
    "newgame", "join", "begin", "settings", "computer", "leave", "pause", "resume", "kick", "takeover", "end",
)  # fmt: skip
EVERYWHERE = ("away", "back", "nudge")
PERSONAL = ("timezone", "quiet", "reminders", "ahead", "forget")
COMMANDS = (
    *GROUP_COMMANDS,
    *EVERYWHERE,
    *PERSONAL,
    "start",
    "chain",
    "players",
    "hand",
    "doubt",
    "undo",
    "rules",
    "help",
    "games",
    "language",
    "privacy",
)

SURE = frozenset({"yes", "ja", "ok"})
NO = frozenset(
    {"no", "nope", "nein", "nee", "no way", "no thanks", "no thank you", "nein danke", "doch nicht", "lieber nicht"}
)
CANCEL = frozenset({"cancel", "abbrechen"})

WORDS: dict[str, Wish] = {
    **dict.fromkeys(("hand", "cards", "karten"), LookUp(what="hand")),
    **dict.fromkeys(("chain", "kette"), LookUp(what="chain")),
    **dict.fromkeys(("players", "spieler"), LookUp(what="players")),
    **dict.fromkeys(("games", "spiele"), LookUp(what="games")),
    **dict.fromkeys(("rules", "regeln"), LookUp(what="rules")),
    **dict.fromkeys(("help", "hilfe"), LookUp(what="help")),
    **dict.fromkeys(("language", "sprache"), LookUp(what="language")),
    **dict.fromkeys(("yes", "y", "ok", "ja", "j"), Yes()),
    **dict.fromkeys(NO, No(sure=False)),
    **dict.fromkeys(CANCEL, No()),
    **dict.fromkeys(("undo", "take back", "take it back", "zuruck", "zurucknehmen", "ruckgangig"), Undo()),
    **dict.fromkeys(("doubt", "zweifel", "zweifeln", "zweifle", "ich zweifle", "anzweifeln", "i doubt"), DoubtIt()),
}
AWAY_WORDS = 4  # behind it, as in: away until Monday 8 o’clock
# German names of commands; of several, the first is the one that we write.
ALIASES = {
    "neuesspiel": "newgame",
    "mitmachen": "join",
    "mitspielen": "join",
    "beginnen": "begin",
    "einstellungen": "settings",
    "gehen": "leave",
    "aufhoren": "leave",
    "beenden": "end",
    "zeitzone": "timezone",
    "ruhe": "quiet",
    "erinnerungen": "reminders",
    "vorschau": "ahead",
    "datenschutz": "privacy",
    "vergiss": "forget",
    "vergessen": "forget",
    "weg": "away",
    "abwesend": "away",
    "da": "back",
    "weiter": "resume",
    "anstupsen": "nudge",
    "stups": "nudge",
    "rauswerfen": "kick",
    "uebernehmen": "takeover",
    "ubernehmen": "takeover",
}
DOUBTS = tuple(sorted((word for word, wish in WORDS.items() if isinstance(wish, DoubtIt)), key=len, reverse=True))
GERMAN = {
    "doubt": "zweifel",
    "undo": "zurück",
    "yes": "ja",
    "chain": "kette",
    "players": "spieler",
    "games": "spiele",
    "rules": "regeln",
    "help": "hilfe",
    "language": "sprache",
}
GERMAN_COMMANDS = {**GERMAN, **{english: german for german, english in reversed(ALIASES.items())}}
SPOKEN: dict[str, Language] = {
    **dict.fromkeys(("en", "english", "englisch"), "en"),
    **dict.fromkeys(("de", "german", "deutsch"), "de"),
}

# Which number is which is said by words, else by the order: card, slot.
_CARD_SLOT = re.compile(
    r"(?:card|karte)\s*(?P<card>\d{1,3})[\s,]*(?:(?:into|in|auf|to)\s+)?(?:slot|platz)\s*(?P<slot>\d{1,3})(?P<rest>(?!\d).*)",
    re.IGNORECASE,
)
_SLOT_CARD = re.compile(
    r"(?:slot|platz)\s*(?P<slot>\d{1,3})[\s,]*(?:card|karte)\s*(?P<card>\d{1,3})(?P<rest>(?!\d).*)", re.IGNORECASE
)
_ONTO = re.compile(
    r"(?:(?:leg|lege|place|put)\s+)?(?:card\s+|karte\s+)?(?P<card>\d{1,3})\s+(?:auf|into|in|to)\s+"
    r"(?:slot\s+|platz\s+)?(?P<slot>\d{1,3})(?P<rest>(?!\d).*)",
    re.IGNORECASE,
)
_NUMBERS = re.compile(
    r"(?:(?:leg|lege|place|put)\s+)?(?P<card>\d{1,3})(?:\s*[,./\-–]\s*|\s+|\.\s+)(?P<slot>\d{1,3})(?P<rest>(?!\d).*)",
    re.IGNORECASE,
)
_FIX = re.compile(
    r"(?:fix|move|schieb|schiebe|verschieb|verschiebe|verschieben)\b"
    r"(?:\D*(?P<card>\d{1,3})(?:\D+(?P<to>\d{1,3}))?)?(?P<rest>.*)"
)
# A number of three digits or more is the year that somebody swears to.
_MORE_NUMBERS = re.compile(r"\d{1,2}(?:[\s,;.:/&+\-–]+\d{1,2})*[\s.]*")
_THEN = re.compile(r"(?:(?:and|und|then|dann|danach|[,;&+])\s*)+", re.IGNORECASE)
_NUMBER = re.compile(r"(?:(?:card|karte|slot|platz|nr|no|number|nummer)\.?\s*)?(?P<n>\d{1,3})")
_NUMBER_AND_WORDS = re.compile(
    r"(?:(?:slot|platz|nr|no|number|nummer)\.?\s*)?(?P<n>\d{1,3})(?P<rest>[\s:,;.\-–].+)", re.IGNORECASE
)
# How long it is does not depend on the number: a button says it, and that is what people write then.
_MORE_TIME = re.compile(
    r"more time|mehr zeit|12 ?(?:h|(?:more )?hours|stunden)"
    r"|\d{1,3} (?:(?:hours?|minutes?|seconds?) more|(?:stunden?|minuten?|sekunden?) mehr)"
)
_PLEASE = re.compile(r"^(?:please|bitte),?\s+|,?\s+(?:please|bitte)$")
_DOUBT = re.compile(rf"(?:{'|'.join(DOUBTS)})\s*(?::(?P<says>.*)|[ ,!.?].*)", re.IGNORECASE)
_DISBELIEF = re.compile(
    r"i (?:don't|dont|do not) believe (?:you|it|that|this)|(?:das )?glaub(?:e)? ich (?:dir |euch )?nicht"
    r"|ich glaub(?:e)? (?:dir|euch|das|es)(?: das)? nicht|ich bezweifle? (?:das|es)|(?:das )?bezweifle? ich(?: das)?"
)
NEAR_A_DOUBT = 0.8  # how like the word a misspelt doubt is; it is asked about, never carried out
_KEYCAP = re.compile("(\\d)\ufe0f?\u20e3")
_SCORE = re.compile(r"(\d{1,3})\s*(?:->|→|[:;>])\s*(\d{1,3})")
DIGITS = {
    word: str(n)
    for words in (
        "one two three four five six seven eight nine ten eleven twelve",
        "eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf",
    )
    for n, word in enumerate(words.split(), 1)
} | {"fuenf": "5", "zwoelf": "12"}
_WRITTEN_OUT = re.compile(
    rf"(?P<card>(?:card|karte)\s+)(?P<n>{'|'.join(DIGITS)}|fünf|zwölf)"
    rf"(?P<slot>[\s,]+(?:(?:into|in|auf|to)\s+)?(?:slot|platz)\s+)(?P<m>{'|'.join(DIGITS)}|fünf|zwölf)(?P<rest>\b.*)",
    re.IGNORECASE,
)
BESIDE_NUMBERS = frozenset({"card", "karte", "slot", "platz", "into", "in", "to", "auf", "leg", "lege", "place", "put"})
_MARKS = "\"'“”„‟«»‹›‘’‚`"


def folded(text: str) -> str:
    """The text without case and umlauts, its apostrophes straight: `Zurück`, `zurueck` and `zuruck` are one."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
    return plain.replace("’", "'").replace("zurueck", "zuruck").replace("rueckgaengig", "ruckgangig")


def said(text: str) -> str:
    """Words as they are quoted: one line, without control and direction characters."""
    joiner = "\u200d"  # holds emoji together
    kept = (c if c == joiner or unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Zl", "Zp") else " " for c in text)
    return " ".join("".join(kept).split())


def understand(text: str) -> Wish:
    """What the message means; `Unclear` if nothing fits. Numbers are not looked at any further."""
    if text.lstrip().startswith("/"):
        return _slash(text.strip())
    first, *others = [line for line in text.splitlines() if line.strip()] or [""]
    wish = _line(said(text))
    if not isinstance(wish, Place):
        return wish
    moves = any(_is_another(_line(said(other))) for other in others)
    return Several() if moves or (_goes_on(wish.says) and isinstance(_line(said(first)), Place)) else wish


def _is_another(wish: Wish) -> bool:
    """Whether a line is a move of its own, and no word to the table."""
    match wish:
        case Place() | Several() | DoubtIt(sure=True):
            return True
        case Fix(to=to):
            return to is not None
        case _:
            return False


def _goes_on(words: str) -> bool:
    """Whether what stands behind card and slot is another move: numbers alone, or one behind an *and*."""
    if _MORE_NUMBERS.fullmatch(words):
        return True
    then = _THEN.match(words)
    wish = _line(words[then.end() :]) if then else Unclear(text="")
    return (isinstance(wish, Place) and not wish.says) or (isinstance(wish, Fix) and wish.to is not None)


def _line(text: str) -> Wish:
    """What one line means."""
    text = _KEYCAP.sub(r"\1 ", text) if _KEYCAP.match(text) else text
    bare = text.strip(_MARKS + " ")
    word = folded(bare).rstrip(".! ").strip(_MARKS + " ")
    if word in WORDS:
        return WORDS[word]
    if word.replace(",", "") in NO:
        return No(sure=False)
    asked = without_please(word)
    if (wish := WORDS.get(asked)) and not isinstance(wish, DoubtIt):
        return wish
    if _MORE_TIME.fullmatch(asked):
        return MoreTime()
    for pattern in (_CARD_SLOT, _SLOT_CARD, _ONTO, _NUMBERS):
        if found := pattern.fullmatch(bare):
            return Place(card=int(found["card"]), slot=int(found["slot"]), says=_words(found["rest"]))
    if found := _WRITTEN_OUT.fullmatch(bare):
        card, slot = DIGITS[folded(found["n"])], DIGITS[folded(found["m"])]
        return Place(card=int(card), slot=int(slot), says=_words(found["rest"]))
    if found := _SCORE.fullmatch(word) or _SCORE.fullmatch(_in_digits(word)):
        return Place(card=int(found[1]), slot=int(found[2]))
    if found := _FIX.fullmatch(word):
        card, to = found["card"], found["to"]
        rest = found["rest"].strip()
        then = _THEN.match(rest)
        if to and _is_another(_line(rest[then.end() :] if then else rest)):
            return Several(moves_first=True)
        return Fix(card=int(card) if card else None, to=int(to) if to else None)
    if found := _NUMBER.fullmatch(word):
        return Number(n=int(found["n"]))
    return _doubt(bare) or Unclear(text=text)


def without_please(word: str) -> str:
    """A folded line without the please before or behind it."""
    return _PLEASE.sub("", word)


def _in_digits(word: str) -> str:
    """Card and slot written in words, in digits: `karte drei auf platz eins`; empty if there is any other word."""
    said_as = [DIGITS.get(one, "" if one in BESIDE_NUMBERS else one) for one in word.split()]
    return ":".join(one for one in said_as if one)


def number_and_words(text: str) -> tuple[int, str] | None:
    """A slot alone and the words after it, where a line begins so: `2 I was there.`"""
    found = _NUMBER_AND_WORDS.fullmatch(text.strip(_MARKS + " "))
    words = _words(found["rest"]) if found else ""
    return (int(found["n"]), words) if found and words else None


def _words(rest: str) -> str:
    """What is said to all, from what follows the numbers."""
    return rest.lstrip(" :,.;-–—").strip(_MARKS)


def _doubt(bare: str) -> DoubtIt | None:
    found = _DOUBT.fullmatch(bare)
    if found is None:
        word = folded(bare).rstrip(".!? ")
        # Of one word alone: no doubt is nearly a doubt, and the contrary.
        near = " " not in word and get_close_matches(word, DOUBTS, n=1, cutoff=NEAR_A_DOUBT)
        return DoubtIt(sure=False) if near or _DISBELIEF.fullmatch(word) else None
    return DoubtIt(says=found["says"].strip(_MARKS + " ")) if found["says"] is not None else DoubtIt(sure=False)


def _slash(text: str) -> Wish:
    head, *more = text[1:].split(maxsplit=1) or [""]
    name, words = folded(head.partition("@")[0]), said(" ".join(more))
    if name.startswith(("doubt", "zweifel")) and name.rstrip(":") in ("doubt", *DOUBTS):
        return DoubtIt(says=words.lstrip(": ").strip(_MARKS))
    wish = WORDS.get(name)
    if folded(words) in SPOKEN and wish == LookUp(what="language"):
        return Slash(name="language", words=words)
    return wish if wish and not isinstance(wish, Yes | No) else Slash(name=ALIASES.get(name, name), words=words)


def without_slash(text: str) -> str:
    """The command that a line in private is without its slash; empty if it is none.

    Being away may be said with until when; the others stand alone.
    """
    line = unmarked(text)
    head, *words = folded(line).rstrip(".! ").split() or [""]
    name = ALIASES.get(head, head)
    fits = len(words) <= AWAY_WORDS if name == "away" else not words and name in ("back", "nudge", "leave")
    return f"/{line if words else head}" if fits else ""


def is_sure(words: str) -> bool:
    """Whether the words after /end, /leave or the name after /kick are a yes."""
    return folded(words).strip(_MARKS + " .!") in SURE


def is_no(words: str) -> bool:
    """Whether they are a no."""
    return folded(words).replace(",", "").strip(_MARKS + " .!") in NO | CANCEL


def unmarked(words: str) -> str:
    """Words without the quotation marks around them."""
    return words.strip(_MARKS + " ")


def command_of(wish: LookUp | Slash, language: Language) -> str:
    """How one would write that command, without its words."""
    if isinstance(wish, Slash):
        return f"/{spelled(wish.name, language)}"
    return GERMAN.get(wish.what, wish.what) if language == "de" else wish.what


def near(name: str, language: Language) -> str | None:
    """The command or word that was probably meant by one that does not exist, as one would write it."""
    found = get_close_matches(name, [*COMMANDS, *WORDS, *ALIASES], n=1, cutoff=0.7)
    if not found:
        return None
    word = found[0]
    if word not in WORDS:
        return f"/{spelled(ALIASES.get(word, word), language)}"
    return GERMAN.get(word, word) if language == "de" else word


def spelled(name: str, language: Language) -> str:
    """The name of a command as we write it in that language."""
    return GERMAN_COMMANDS.get(name, name) if language == "de" else name


def written(name: str) -> str:
    """A command that nobody knows, fit to be shown: without what cannot be seen, and not longer than a name."""
    return f"/{clean(name)}"
