"""What to write instead of a date that cannot be read (RULES 1.5)."""

import re

_MONTHS = (
    r"jan(uary|uar)?|feb(ruary|ruar)?|mar(ch)?|märz|apr(il)?|may|mai|june?|juni|july?|juli|aug(ust)?|sept?(ember)?"
    r"|oct(ober)?|okt(ober)?|nov(ember)?|dec(ember)?|dez(ember)?"
)
_SEASONS = r"spring|summer|autumn|fall|winter|frühling|frühjahr|sommer|herbst|easter|ostern|christmas|weihnachten"

# Looked through from the top: the first that is found in the text is the advice given.
_ADVICE: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), advice)
    for pattern, advice in (
        (r"^[-–—]\s*[0-9]+$", "write BC years with their mark, such as 44 BC"),
        (r"^\+", "write the year without a sign, such as 1969 or AD 79"),
        (r"[-–—]\s*$", "write the last year too, such as 1903–1907"),
        (r"[0-9]\s*/\s*[0-9]", "write two years with a dash, such as 1648–1649"),
        (r"[0-9][., '’_][0-9]{3}(?![0-9])", "write the number without separators, such as 10000 BC"),
        (rf"\b({_MONTHS}|{_SEASONS})\b", "write the year alone; days, months and seasons go into the note"),
        (r"[0-9]\.\s*[0-9]+\.|[0-9]-[0-9]{1,2}-[0-9]", "write the year alone; days and months go into the note"),
        (
            r"\b(before|after|until|till|since|by|pre|post|vor|nach|seit|spätestens|frühestens)\b|^bis\b",
            "write the year or the range in which it happened, such as 1480–1500, or c. 1490",
        ),
        (r"\b(to|bis|and|und|or|oder|between|zwischen)\b", "write a range with a dash, such as 1903–1907"),
        (
            r"\b(early|late|mid|middle|begin\w*|end|anfang|mitte|ende|früh\w*|spät\w*|half|hälfte|quarter|viertel)\b",
            "write the years, such as 1480–1500, or the whole century, such as 15th century",
        ),
        (
            r"^(ca?\.?|circa|around|um)\s*[0-9]+(s\b|er\b|st\b|nd\b|rd\b|th\b|\.\s*J)",
            "leave out c., or um; it means five years before and after, and stands only before years",
        ),
        (
            r"[0-9](s|er)\b.*\b(bce?|v\.\s*chr)",
            "write a decade BC as a range of years, such as 499–490 BC",
        ),
        (
            r"\b[0-9]{3,4}(s|er(\s*-?\s*jahre)?)\s*[-–—]|[-–—]\s*[0-9]{3,4}(s|er)\b",
            "write both ends in years, such as 1450–1500",
        ),
        (r"\b[0-9]{1,2}(s|er)\b", "write a decade with all of its digits, such as 1920s or 1920er"),
        (r"\b[0-9]+[’'`]s\b", "write a decade without an apostrophe, such as 1920s"),
        (r"\b[0-9]+(s|er)\b", "write a decade by its first year alone, such as 1920s or 1920er"),
        (
            r"\b[0-9]*(1[123](st|nd|rd)|(?<!1)1(nd|rd|th)|(?<!1)2(st|rd|th)|(?<!1)3(st|nd|th)|[04-9](st|nd|rd))\b",
            "write ordinals as English has them: 1st, 2nd, 3rd, 4th, 11th, 21st, 22nd",
        ),
        (r"\b[0-9]+\.?(st|nd|rd|th)?\s*c\.?\b", "write the word in full, such as 1st century BC"),
        (r"jhs?\b(?!\.)|[0-9]\s*jh\.|jhdt|jht|jahrhunderte|jhd", "write German centuries like 5. Jh. or 12.–13. Jh."),
        (r"^(bce?|ce)\s*[0-9]", "write the mark after the year, such as 44 BC; only AD may stand before it"),
        (r"\bchr|\b[vn]\.?\s*u\.?\s*z|a\.\s*d|b\.\s*c|c\.\s*e", "write eras as BC, AD, v. Chr. or n. Chr."),
        (
            r"centur|jahrhundert|millenni|jahrtausend",
            "write centuries like 5th century BC, 5. Jh. v. Chr., 20th century",
        ),
        (r"[?!~()\[\]<>≈±*†]", "leave out signs and comments; say c. 1900 or write a range, and explain in the note"),
    )
)

_ANY = "write it like 1969, 44 BC, AD 64–68, c. 1900, 5th century BC or 1920s (um 1900, 5. Jh. v. Chr., 1920er)"


def hint(text: str) -> str:
    """Say in English what to write instead of `text`, which is no date of RULES 1.3."""
    return next((advice for pattern, advice in _ADVICE if pattern.search(text)), _ANY)
