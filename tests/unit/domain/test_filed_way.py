"""The house way as filed: what may be, whom it binds, how it is recorded (10.7(e), MD 8.D(3))."""

import json
from itertools import combinations, islice
from typing import Any, Final

import msgspec
import pytest

from domain.commands import CommandError
from domain.commands.submission import Submission
from domain.events import encode, topic_of
from domain.events.round import RoundOpened
from domain.events.size import MOST_EVENT_BYTES
from domain.events.table import TableOpened
from domain.games.pai_gow.cards.deck import DECK
from domain.games.pai_gow.cards.house_way import basic as basic_cards
from domain.games.pai_gow.elections.filed_way import MOST_EXCEPTIONS
from domain.games.pai_gow.elections.terms import own_terms
from domain.games.pai_gow.messages.events import HandSet, HouseSet
from domain.games.pai_gow.regulations.library import regulation_in_force
from domain.games.pai_gow.round.state import game_at
from domain.games.pai_gow.tiles.house_way import splits
from domain.games.pai_gow.tiles.tile_set import FULL_SET
from domain.hosting import Table
from domain.messages.commands import parse_command, parse_written
from domain.messages.events import decode
from domain.refusals import NotOffered, UnlawfulSetting
from tests.support.domain import by_the_book
from tests.support.domain.asked import (
    ask,
    deal,
    no_more_bets,
    open_round,
    open_table,
    place,
    roll,
    set_hand,
    set_house,
    settle,
)
from tests.support.domain.banked import (
    BANK_HAND,
    DEALER_LOSES,
    DEALER_WINS,
    LOSE,
    accepted,
    after_first,
    dealt,
    jersey,
)
from tests.support.domain.given import given, new_table, then_refused, when

DEALERS: Final = "5-6 1-6 2-2 4-6"
FILED: Final = ("1-6 4-6", "5-6 2-2")
BY_BASIC: Final = ("5-6 1-6", "2-2 4-6")
MARYLAND: Final = "md-pai-gow"


def exception(hand: str, high: str) -> dict[str, list[str]]:
    return {"tiles": hand.split(), "high": high.split()}


def way(*exceptions: dict[str, list[str]]) -> dict[str, Any]:
    return {"base": "basic", "exceptions": list(exceptions)}


SEVEN_AND_FIVE: Final = way(exception(DEALERS, FILED[0]))


def to_the_house(**elections: Any) -> Table:
    """The dealer has the four tiles, seat 1 has the like four and asks for the house way."""
    told = [open_round(), place(1), no_more_bets(), roll(), deal(DEALERS, {1: DEALERS})]
    return given(open_table(**elections), *told)


@pytest.mark.parametrize("regulation", ["nj-pai-gow", MARYLAND])
def test_an_exception_binds_the_dealer_and_a_departure_is_set_again(regulation: str) -> None:
    cites = regulation_in_force(regulation).cites
    table = when(to_the_house(regulation=regulation, house_way=SEVEN_AND_FIVE), set_hand(1)).table
    for told in ((), FILED, tuple(" ".join(two.split()[::-1]) for two in FILED)):
        house = when(table, set_house(*told)).one(HouseSet)
        assert (set(house.high), set(house.low)) == ({"1-6", "4-6"}, {"5-6", "2-2"})
        # The paragraph is that of every house hand: a masked one must not tell it is excepted.
        assert (house.by_exception, house.rule) == (True, cites.house_way)
    refusal = then_refused(
        table, set_house(*BY_BASIC), rule=cites.house_reset, kind=UnlawfulSetting
    )
    assert "by the exception filed for this hand, sets 4-6 1-6 high and 2-2 5-6 low" in str(refusal)


def test_10_7_b_a_player_who_asks_is_told_the_exception_too() -> None:
    table = to_the_house(house_way=SEVEN_AND_FIVE)
    asked = when(table, set_hand(1)).one(HandSet)
    assert (set(asked.high), asked.house_way, asked.by_exception) == ({"1-6", "4-6"}, True, True)
    own = when(table, set_hand(1, *BY_BASIC)).one(HandSet)
    assert (own.house_way, own.by_exception) == (False, msgspec.UNSET)


def test_10_8_e_a_co_bank_is_set_as_filed_and_a_bank_alone_as_it_likes() -> None:
    filed = way(exception(BANK_HAND, "4-6 1-5"))
    before = after_first(jersey(house_way=filed), 1, 2)
    co_bank = dealt(
        when(accepted(before, 2, co_bank=True), place(1)).table, {1: LOSE}, DEALER_LOSES
    )
    co_bank = when(co_bank, set_hand(1)).table
    house = when(co_bank, set_house()).one(HouseSet)
    assert (set(house.high), house.by_exception) == ({"4-6", "1-5"}, True)
    assert house.rule == "19:47-10.8(e)"
    basic = set_house("5-6 1-5", "4-6 1-3")
    then_refused(co_bank, basic, rule="19:47-10.9(f)", kind=UnlawfulSetting)
    alone = dealt(when(accepted(before, 2), place(1)).table, {1: LOSE}, DEALER_LOSES)
    free = when(when(alone, set_hand(1)).table, basic).one(HouseSet)
    assert (free.way, free.by_exception) == (None, msgspec.UNSET)


def test_10_8_n_the_dealers_own_hand_against_a_bank_is_set_as_filed() -> None:
    filed = way(exception(DEALER_WINS, "1-1 4-4"))
    before = after_first(jersey(house_way=filed), 1, 2)
    table = dealt(when(accepted(before, 2), place(1)).table, {1: LOSE}, DEALER_WINS)
    table = when(table, set_hand(1)).table
    own = when(table, set_hand("dealer")).one(HandSet)
    assert (set(own.high), own.by_exception) == ({"1-1", "4-4"}, True)
    as_basic_does = set_hand("dealer", "6-6 4-4", "1-1 1-3")
    then_refused(table, as_basic_does, rule="19:47-10.9(f)", kind=UnlawfulSetting)


def test_the_round_names_the_way_by_hash_and_the_opening_holds_it() -> None:
    opened = when(new_table(), open_table(house_way=SEVEN_AND_FIVE))
    recorded = opened.one(TableOpened).submission["house_way"]
    assert recorded == way(exception("2-2 5-6 4-6 1-6", "4-6 1-6"))
    named = own_terms(when(opened.table, open_round()).one(RoundOpened).terms).house_way
    assert named == own_terms(opened.table.terms).house_way
    assert named is not None
    assert named.startswith("basic+")
    assert len(named) == len("basic+") + 64
    plain = when(given(open_table()), open_round()).one(RoundOpened)
    assert own_terms(plain.terms).house_way == "basic"


def test_the_same_filing_is_the_same_however_it_is_written_down() -> None:
    other = exception("6-6 1-1 4-5 1-2", "1-1 4-5")
    turned = exception("4-6 2-2 1-6 5-6", "4-6 1-6")
    ways = [way(*SEVEN_AND_FIVE["exceptions"], other), way(other, turned)]
    hashes = {
        Submission.model_validate({"regulation": "nj-pai-gow", "house_way": one}).content_hash()
        for one in ways
    }
    assert len(hashes) == 1
    assert len({own_terms(given(open_table(house_way=one)).terms).house_way for one in ways}) == 1


def test_a_way_without_exceptions_is_the_named_one() -> None:
    table = given(open_table(house_way=way()))
    assert own_terms(table.terms).house_way == "basic"
    assert table.submission_hash == given(open_table(house_way="basic")).submission_hash


def test_what_is_filed_ends_with_the_session() -> None:
    table = given(open_table(house_way=SEVEN_AND_FIVE))
    assert game_at(table).filed is not None
    again = when(table, ask("close_table", inventory=1_000_000), open_table()).table
    assert game_at(again).filed is None


def test_state_and_events_survive_being_written_and_read() -> None:
    played = when(to_the_house(house_way=SEVEN_AND_FIVE), set_hand(1), set_house(), settle())
    assert msgspec.json.decode(msgspec.json.encode(played.table), type=Table) == played.table
    for event in played.events:
        assert decode(topic_of(type(event)), encode(event)) == event
    plain = when(to_the_house(), set_hand(1), set_house())
    assert not any(b"by_exception" in encode(event) for event in plain.events)
    command = parse_command(open_table(house_way=SEVEN_AND_FIVE))
    assert parse_written(command.model_dump_json().encode()) == command


def many(number: int, *, cards: bool) -> dict[str, Any]:
    if cards:
        sevens = islice(combinations(DECK, 7), number)
        lows = ((seven, basic_cards(seven, "second")[0].low) for seven in sevens)
        return way(*({"cards": list(seven), "low": list(low)} for seven, low in lows))
    fours = islice(dict.fromkeys(combinations(FULL_SET, 4)), number)
    return way(*({"tiles": list(one), "high": list(splits(one)[0].high)} for one in fours))


@pytest.mark.parametrize("cards", [False, True], ids=["tiles", "cards"])
def test_two_hundred_exceptions_stay_an_event_that_can_be_proved(cards: bool) -> None:
    regulation = "nj-pai-gow-poker" if cards else "nj-pai-gow"
    told = open_table(regulation=regulation, house_way=many(MOST_EXCEPTIONS, cards=cards))
    opened = when(new_table(), told, open_round())
    assert len(encode(opened.one(TableOpened))) < MOST_EVENT_BYTES // 2
    assert len(encode(opened.one(RoundOpened))) < 1000
    beyond = open_table(regulation=regulation, house_way=many(MOST_EXCEPTIONS + 1, cards=cards))
    with pytest.raises(CommandError, match=r"house_way\.exceptions: .* at most 200 items"):
        parse_command(json.dumps(beyond))


WRONG_BY_ITSELF: Final[dict[str, tuple[Any, str]]] = {
    "three tiles": (way(exception("5-6 1-6 2-2", "1-6 2-2")), "exceptions.0.tiles"),
    "three high": (way(exception(DEALERS, "1-6 4-6 2-2")), "exceptions.0.high"),
    "no tile": (way(exception("5-6 1-6 2-2 9-9", "1-6 2-2")), "'9-9' is not a tile"),
    "twice a single": (way(exception("1-2 1-2 2-2 4-6", "1-2 2-2")), "the set holds 1"),
    "a card twice": (way({"cards": ["AS"] * 7, "low": ["AS", "KS"]}), "the deck holds one"),
    "both kinds": (way(exception(DEALERS, FILED[0]), {"cards": [], "low": []}), "exceptions.0"),
    "no base": ({"exceptions": []}, "house_way.base: Field required"),
    "base null": ({"base": None, "exceptions": []}, "house_way.base"),
    "no list": ({"base": "basic", "exceptions": 3}, "house_way.exceptions"),
    "a number": (7, "house_way: Input should be a valid string"),
    "more": ({**SEVEN_AND_FIVE, "why": "luck"}, "house_way.why"),
}


@pytest.mark.parametrize(("told", "words"), WRONG_BY_ITSELF.values(), ids=WRONG_BY_ITSELF)
def test_what_the_filing_alone_shows_to_be_wrong_is_no_command(told: Any, words: str) -> None:
    with pytest.raises(CommandError) as caught:
        parse_command(open_table(house_way=told))
    assert words in str(caught.value)
    assert "way-" not in str(caught.value)


def test_a_twin_is_in_the_hand_once_or_twice_as_it_was_named() -> None:
    once = way(exception("6-6 1-1 4-5 1-2", "6-6 6-6"))
    then_refused(new_table(), open_table(house_way=once), rule="19:47-10.7(e)", kind=NotOffered)
    twice = way(exception("6-6 6-6 4-5 1-2", "6-6 6-6"), exception("6-6 1-1 4-5 1-2", "6-6 4-5"))
    assert given(open_table(house_way=twice)).is_open


def test_md_8_d_3_what_may_be_filed_is_what_the_text_leaves_open() -> None:
    """Over every third hand and each of its splits, as the book reads them."""
    rules = regulation_in_force(MARYLAND)
    for four in sorted(set(combinations(FULL_SET, 4)))[::3]:
        ways = by_the_book.splits(four)
        read = [[by_the_book.reading_of(two) for two in split] for split in ways]
        paired = any(one.pair != by_the_book.NO_PAIR for both in read for one in both)
        for split, both in zip(ways, read, strict=True):
            open_choice = not paired and any(one.value in (7, 8, 9) for one in both)
            told = way({"tiles": list(four), "high": list(split.high)})
            submission = Submission.model_validate({"regulation": MARYLAND, "house_way": told})
            if open_choice:
                rules.check(submission)
                continue
            with pytest.raises(NotOffered) as refusal:
                rules.check(submission)
            assert refusal.value.rule == "MD 8.D(3)"
