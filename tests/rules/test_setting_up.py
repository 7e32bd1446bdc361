"""Setting up (RULES 3), and the table before the start."""

import pytest

from pbm.rules.commands import Begin, ChangeSettings, EndGame, Join, Leave, OpenTable
from pbm.rules.events import GameBegun, GameEnded, OwnerChanged, PlayerLeft, RoundBegun, SettingsChanged, TableOpened
from pbm.rules.game import Rules, Settings, Status
from pbm.rules.refusals import (
    AlreadyAtTable,
    AlreadyBegun,
    BadSettings,
    GameIsOver,
    NotAtTable,
    NotBegun,
    NotTheOwner,
    TableFull,
    TooFewCards,
    TooFewPlayers,
)
from tests.builders import (
    NOON,
    a_game,
    a_lobby,
    after,
    ann,
    as_they_lie,
    backwards,
    ben,
    cards,
    carla,
    deniz,
    doubts,
    only,
    places,
    played,
    refused,
    time_is_up,
)

PILE = cards(*range(1001, 1401))


def begin(pile: tuple[str, ...] = PILE) -> Begin:
    return Begin(seat=ann, cards=pile, decks="d1")


def test_whoever_opens_the_table_owns_it_and_begins() -> None:
    """RULES 3.1: Ann opened it, so Ann is its owner, and hers is the first turn."""
    opened = played(None, OpenTable(game="g1", seat=ann, name="Ann"))
    game = after(opened.game, Join(seat=ben, name="Ben"), begin())

    assert opened.events == (TableOpened(game="g1", seat=ann, name="Ann", settings=Settings(), at=NOON),)
    assert (game.owner, game.on_turn, game.turn, game.round) == (ann, ann, 1, 1)


def test_whoever_has_the_table_from_somebody_who_left_sits_first() -> None:
    """RULES 3.1: Ann left, a computer is next in the row; Carla owns the table now and begins, in the first seat."""
    lobby = after(a_lobby(ann), Join(seat=ben, name="Ben", computer=True), Join(seat=carla, name="Carla"))

    begun = played(after(lobby, Leave(seat=ann)), Begin(seat=carla, cards=PILE, decks="d1"))

    assert (begun.game.owner, begun.game.on_turn) == (carla, carla)
    assert [one.id for one in begun.game.seats] == [seat for seat, _ in only(GameBegun, begun.events).hands]
    assert [one.id for one in begun.game.seats] == list(begun.game.places) == [carla, ben]


def test_seats_follow_the_order_of_joining() -> None:
    """RULES 3.1: Carla came before Ben and sits before him."""
    game = after(a_lobby(ann), Join(seat=carla, name="Carla"), Join(seat=ben, name="Ben"))

    assert [one.id for one in game.seats] == [ann, carla, ben]


def test_it_takes_two_to_play() -> None:
    """RULES 3.1: Ann alone cannot begin."""
    assert refused(a_lobby(ann), begin()) == TooFewPlayers()


def test_the_eleventh_finds_the_table_full() -> None:
    """RULES 3.1: ten sit there, nobody else can join."""
    ten = [f"tg:{number}" for number in range(1, 11)]

    assert refused(a_lobby(*ten), Join(seat="tg:11", name="Eleven")) == TableFull()


def test_each_player_is_dealt_nine_cards() -> None:
    """RULES 3.2: nine each, unless the owner chose otherwise."""
    game = after(a_lobby(ann, ben), begin())

    assert [len(one.hand) for one in game.seats] == [9, 9]


@pytest.mark.parametrize("deal", [3, 15])
def test_the_owner_chooses_how_many_are_dealt(deal: int) -> None:
    """RULES 3.2: from 3 to 15 cards each."""
    settings = Settings(rules=Rules(deal=deal))

    game = after(a_lobby(ann, ben), ChangeSettings(seat=ann, settings=settings), begin())

    assert [len(one.hand) for one in game.seats] == [deal, deal]


@pytest.mark.parametrize("deal", [2, 16])
def test_no_fewer_than_3_and_no_more_than_15_are_dealt(deal: int) -> None:
    """RULES 3.2: 2 and 16 are refused, with the bounds."""
    wish = ChangeSettings(seat=ann, settings=Settings(rules=Rules(deal=deal)))

    assert refused(a_lobby(ann), wish) == BadSettings(field="deal", least=3, most=15)


def test_a_child_may_be_given_fewer_cards() -> None:
    """RULES 3.2: Ben gets four, the rest nine; a smaller hand is never larger than the others'."""
    settings = Settings(smaller_hands=((ben, 4), (carla, 12)))

    game = after(a_lobby(ann, ben, carla, settings=settings), begin())

    assert [len(one.hand) for one in game.seats] == [9, 4, 9]


def test_a_smaller_hand_has_three_cards_at_least() -> None:
    """RULES 3.2: two are refused."""
    wish = ChangeSettings(seat=ann, settings=Settings(smaller_hands=((ben, 2),)))

    assert refused(a_lobby(ann, ben), wish) == BadSettings(field="smaller_hands", least=3, most=15)


def test_the_chosen_cards_are_shuffled_and_dealt() -> None:
    """RULES 3.3: the order is that of the shuffle, hands first, in seating order."""
    pile = cards(*range(1, 31))

    game = after(a_lobby(ann, ben), begin(pile), shuffle=backwards)

    assert game.hand_of(ann) == cards(*range(30, 21, -1))
    assert game.hand_of(ben) == cards(*range(21, 12, -1))
    assert game.chain + game.stack == cards(*range(12, 0, -1))


def test_of_more_than_336_cards_336_are_drawn_at_random() -> None:
    """RULES 3.3: of 400 cards the first 336 after the shuffle are in the game, no others."""
    game = after(a_lobby(ann, ben), begin(), shuffle=backwards)

    everything = [*game.stack, *game.chain, *game.hand_of(ann), *game.hand_of(ben)]
    assert sorted(everything) == sorted(backwards(PILE)[:336])


def test_a_game_needs_six_cards_beside_the_hands() -> None:
    """RULES 3.3: two hands of nine and six make 24; with 23 it does not start and says what is missing."""
    assert refused(a_lobby(ann, ben), begin(PILE[:23])) == TooFewCards(players=2, needed=24, there=23)
    assert after(a_lobby(ann, ben), begin(PILE[:24])).status is Status.PLAYING


def test_the_top_card_of_the_stack_opens_the_chain() -> None:
    """RULES 3.4: it lies alone in the chain, and the next one is on top of the stack."""
    events = played(a_lobby(ann, ben), begin(), shuffle=as_they_lie).events

    assert only(RoundBegun, events).cards == (PILE[18],)
    assert only(GameBegun, events).stack[0] == PILE[18]


@pytest.mark.parametrize(
    ("settings", "no"),
    [
        (Settings(rules=Rules(doubter_draws=5)), BadSettings(field="doubter_draws", least=2, most=4)),
        (Settings(rules=Rules(placer_draws=1)), BadSettings(field="placer_draws", least=2, most=3)),
        (Settings(rules=Rules(retire_after=1)), BadSettings(field="retire_after", least=2, most=5)),
        (Settings(rules=Rules(retire_after=6)), BadSettings(field="retire_after", least=2, most=5)),
        (Settings(turn_lasts=NOON - NOON), BadSettings(field="turn_lasts", least=1, most=259200)),
    ],
)
def test_settings_outside_the_rules_are_refused(settings: Settings, no: BadSettings) -> None:
    """RULES 5.3 and 9.2 bound the owner's choices, when opening the table and later."""
    assert refused(a_lobby(ann), ChangeSettings(seat=ann, settings=settings)) == no
    assert refused(None, OpenTable(game="g1", seat=ann, name="Ann", settings=settings)) == no


def test_nobody_may_be_retired_at_all() -> None:
    """RULES 9.2: 0 is never, and allowed."""
    settings = Settings(rules=Rules(retire_after=0))

    assert played(a_lobby(ann), ChangeSettings(seat=ann, settings=settings)).events == (
        SettingsChanged(settings=settings),
    )


def test_only_the_owner_chooses_begins_and_ends() -> None:
    """RULES 3.1: Ben is told whose table it is."""
    lobby = a_lobby(ann, ben)

    assert refused(lobby, ChangeSettings(seat=ben, settings=Settings())) == NotTheOwner(owner=ann)
    assert refused(lobby, Begin(seat=ben, cards=PILE, decks="d1")) == NotTheOwner(owner=ann)
    assert refused(lobby, EndGame(seat=ben)) == NotTheOwner(owner=ann)


def test_an_admin_of_the_chat_may_end_any_game() -> None:
    """Carla does not even play; nobody wins."""
    events = played(a_game(), EndGame(seat=deniz, admin=True)).events

    assert events == (GameEnded(how="ended by hand", by=deniz, winner=None, ranking=(), at=NOON),)


def test_choices_and_start_come_once() -> None:
    """A game that has begun is not begun again, nor set up anew, nor opened."""
    game = a_game()

    assert refused(game, begin()) == AlreadyBegun()
    assert refused(game, ChangeSettings(seat=ann, settings=Settings())) == AlreadyBegun()
    assert refused(game, OpenTable(game="g1", seat=ann, name="Ann")) == AlreadyBegun()


def test_nothing_is_played_before_the_start() -> None:
    """Placing, doubting, taking back and time-outs wait for the start."""
    lobby = a_lobby(ann, ben)

    assert refused(lobby, places(ann, "1000", 1)) == NotBegun()
    assert refused(lobby, doubts(ann)) == NotBegun()
    assert refused(lobby, time_is_up) == NotBegun()
    assert refused(None, Join(seat=ann, name="Ann")) == NotBegun()


def test_nobody_sits_twice() -> None:
    """Ann sits at the table already."""
    assert refused(a_lobby(ann), Join(seat=ann, name="Ann")) == AlreadyAtTable()


def test_an_owner_who_leaves_before_the_start_passes_the_table_on() -> None:
    """Ben sits next, so he looks after the table, and he would begin."""
    left = played(a_lobby(ann, ben, carla), Leave(seat=ann))

    assert left.events == (PlayerLeft(seat=ann, cards=(), at=NOON), OwnerChanged(seat=ben))
    assert after(left.game, Begin(seat=ben, cards=PILE, decks="d1")).on_turn == ben


def test_the_last_to_leave_the_table_ends_it() -> None:
    """Nobody is left, nobody has won, and nobody can join any more."""
    left = played(a_lobby(ann), Leave(seat=ann))

    assert only(GameEnded, left.events).how == "nobody left"
    assert refused(left.game, Join(seat=ben, name="Ben")) == GameIsOver()


def test_who_does_not_sit_there_cannot_leave() -> None:
    """Ben is not at the table."""
    assert refused(a_lobby(ann), Leave(seat=ben)) == NotAtTable()
