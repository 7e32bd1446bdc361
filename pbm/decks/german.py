"""German as it is written in Germany: ß where it belongs, and not where it no longer does."""

import re
from collections.abc import Iterator

# After long vowels and diphthongs; what is right with ss elsewhere (Grossist, Fussel, Masse, Busse) is left out.
_WITH_SZ = re.compile(
    r"(haupt|bahnhof|land|auto|neben|ein|wasser|milch|seiden)?strass(e|en)\w*"
    r"|gross(?!ist|o)\w*|\w*(grösse|grösst|grösser|vergröss)\w*|heiss\w*|weiss(?!ag)\w*|dreissig\w*"
    r"|fuss(?!el)\w*|füss(e|en|ler)|barfuss|gruss\w*|grüss\w*|begrüss\w*|süss\w*|spass\w*|späss\w*"
    r"|(dr)?aussen\w*|ausser(dem|halb|gewöhn\w*|irdisch\w*|ordentlich\w*)?|äusser\w*"
    r"|\w*(schliess|fliess|giess|schiess|geniess)\w*|\w*(stoss|stösst|stösse)\w*"
    r"|(ge|ver|zer|ab|aus|ein|ent|mit|an)?(reiss|beiss)(t|en|e|end\w*)|fleissig\w*|fleiss|\w*schweiss\w*"
    r"|massstab\w*|\w*mässig\w*|gemäss\w*|massnahme\w*|gefäss\w*|bloss\w*|entblöss\w*|klösse\w*"
    r"|(ge|ver|ein)?büss\w*|(ver|hinter|ent|er|zu)?liess(en|est|e)?|hiess(en|est|e)?|stiess(en|est|e)?"
    r"|(be|ver)?sass(en|est)?|assen|frass\w*|vergass\w*|preusse\w*|preussi\w*|müssig\w*|scheusslich\w*|spiess(e|en|er)",
    re.IGNORECASE,
)
_WITHOUT_SZ = {
    "daß": "dass",
    "muß": "muss",
    "mußte": "musste",
    "mußten": "mussten",
    "wußte": "wusste",
    "wußten": "wussten",
    "läßt": "lässt",
    "Schloß": "Schloss",
    "Fluß": "Fluss",
    "Kuß": "Kuss",
    "Faß": "Fass",
    "Prozeß": "Prozess",
    "Rußland": "Russland",
    "bißchen": "bisschen",
    "naß": "nass",
}


def misspelt(text: str) -> Iterator[tuple[str, str]]:
    """Find common words that are wrong with ss, or with ß: each as it stands and as it should stand."""
    if "ss" not in text.lower() and "ß" not in text:
        return
    for word in re.findall(r"\w+", text):
        if "ss" in word.lower() and _WITH_SZ.fullmatch(word):
            yield word, word.replace("ss", "ß")
        elif word in _WITHOUT_SZ:
            yield word, _WITHOUT_SZ[word]
