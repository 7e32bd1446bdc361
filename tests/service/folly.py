"""People who play, and people who write and press anything at all, by chance that can be repeated."""

from random import Random

from pbm.rules.game import Status
from tests.service.evening import GROUP, Evening, a_table, ann, ben, carla, deniz, places_right, places_wrong

PEOPLE = (ann, ben, carla, deniz)
WORDS = (
    *("hand", "chain", "players", "games", "rules", "help", "yes", "undo", "doubt", "zweifel", "doubt me", "", "42"),
    *("1", "2", "9", "1 1", "2 1", "1 2", "4 9", "5 2 I was there.", "fix 2 1", "fix 1 9", "fix", "hello?", "/start"),
    *("/join", "/begin", "/chain", "/players", "/hand", "/doubt", "/resume", "/language", "/rules", "/leave", "/end"),
    *(
        "/away",
        "/away 2d",
        "/away until Monday",
        "/weg bis morgen",
        "/back",
        "/da",
        "/pause",
        "/weiter",
        "/nudge",
        "12h",
    ),
    *(
        "/kick Ben",
        "/kick Carla yes",
        "/kick Ben no",
        "/kick",
        "/takeover",
        "/takeover Ben",
        "/timezone Berlin",
        "/timezone USA",
    ),
    *("/zeitzone", "/quiet 22-8", "/ruhe aus", "/reminders off", "/ahead on", "/settings time 48h"),
    *("/settings", "/settings cards 3", "/settings language de", "/newgame", "/computer", "/doupt", "1 1 " + "x" * 300),
)
FINAL = ("/leave yes", "/end yes")


def wisely(evening: Evening, random: Random) -> None:
    """The player on turn does something that counts, or the clock does."""
    game = evening.game
    if game.status is Status.OPEN:
        evening.in_group(ann, "/begin")
        return
    who = game.on_turn
    if who is None:
        return
    if who.startswith("pc:") or random.random() < 0.08:
        evening.time_passes(evening.turn_lasts if random.random() < 0.3 else evening.turn_lasts / 2)
    elif game.last_placer not in (None, who) and random.random() < 0.2:
        evening.says(who, random.choice(("doubt", "zweifel: nie!")))
    else:
        card = random.randrange(len(game.hand_of(who))) + 1
        (places_right if random.random() < 0.7 else places_wrong)(evening, who, card)


def foolishly(evening: Evening, random: Random) -> None:
    """Somebody writes or presses anything, anywhere."""
    who, chat = random.choice(PEOPLE), random.choice((GROUP, "", ""))
    posted = [one for one in evening.chats.get(chat or who, []) if one.choices]
    if posted and random.random() < 0.5:
        message = random.choice(posted[-4:])
        choice = random.choice([choice for row in message.choices for choice in row])
        if choice.does and not choice.does.endswith(":end"):
            evening.presses_data(who, choice.does, message.id, chat)
        return
    text = random.choice(FINAL if random.random() < 0.01 else WORDS)
    there = evening.chats.get(chat or who, [])
    about = random.choice(there[-5:]) if there and random.random() < 0.5 else None
    evening.says(who, text, chat, about)


def at_random(evening: Evening, random: Random) -> None:
    """One step of an evening."""
    if random.random() < 0.03:
        evening.restarts()
    (foolishly if random.random() < 0.5 else wisely)(evening, random)


def an_evening(seed: int) -> tuple[Evening, Random]:
    """A table that is open, with three people and perhaps a computer."""
    random = Random(seed)
    evening = Evening(seed=seed, language=random.choice(("en", "de")))
    a_table(ann, ben, carla, evening=evening, settings=("cards 3", "series things"))
    if random.random() < 0.3:
        evening.in_group(ann, "/computer")
    return evening, random
