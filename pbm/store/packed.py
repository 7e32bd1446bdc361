"""Texts packed: tables and logs say the same words again and again, and stay for weeks."""

import zlib
from base64 import b64decode, b64encode

WINDOW, MEMORY = 13, 6  # of the packer: enough for the longest table; its making costs more than the packing
SHORTEST = 64  # characters; what is shorter is left as it is
QUICK, SMALL = 3, 9  # a table is written anew with every move, a line of the log once for ever

# What is in nearly every text. The first letter of a packed text names the words it was packed with: never change
# these, add others under another letter.
_WORDS = (
    b'{"game":{"id":"status":"playing"owner":"settings":{"rules":{"smaller_hands":"turn_lasts":"decks":"gone":['
    b'"habits":{"zone":"Europe/Berlin""quiet":{"begins":"ends":"away_until":"away_used":"PT'
    b'"stack":["used":["round":"direction":-1,"reversed":true,"on_turn":"turn_began":"excused":"reckoned":'
    b'"last_placer":"last_card":"last_says":"before":{"time_left":"P1D"placed":"wrong_chains":"places":["opened":"moved":'
    b'"begun":"chat":"tg:-100"title":"language":"de"people":[{"address":"reachable":true},'
    b'{"kind":"player joined","seat":"tg:","name":"","cards":[]}'
    b'{"kind":"cards drawn","seat":"tg:","cards":["{"kind":"round begun","seat":"tg:","cards":["'
    b'{"kind":"chain turned over","doubter":"tg:","chain":["","dates":[{"first":,"last":},],"correct":false,'
    b'"wrong":"payer":"tg:","to_draw":2,"went_out":"'
    b'{"kind":"card placed","seat":"tg:","card":"sci-0","slot":1,"corrections":[{"card":"to":"says":"",'
    b'"at":"2026-11-30T11:34:26.417325Z"}\n{"kind":"turn began","seat":"tg:1","turn":10,'
    b'"at":"2026-12-01T11:34:26.417325Z","due":"2026-12-01T'
)


def packed(text: str, level: int = SMALL) -> str:
    """The text as it is kept, in letters of ASCII where that is shorter."""
    if len(text) < SHORTEST:
        return text
    packer = zlib.compressobj(level, zlib.DEFLATED, -WINDOW, MEMORY, zdict=_WORDS)
    small = "a" + b64encode(packer.compress(text.encode()) + packer.flush()).decode()
    return small if len(small) < len(text) else text


def unpacked(kept: str) -> str:
    """The text that was packed, or that never was."""
    if not kept.startswith("a"):
        return kept
    return zlib.decompressobj(-WINDOW, zdict=_WORDS).decompress(b64decode(kept[1:])).decode()
