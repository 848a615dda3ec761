"""The story of a table: every event has its sentence, and the sentence says why."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from domain.controls import TABLE_OPEN
from domain.event_parts import ENDED, OPENED, ROLLED
from domain.events import Event
from domain.events.round import (
    BankLine,
    DealerWagerLine,
    DiceRolled,
    MeterLine,
    NoRollCalled,
    Outcome,
    RoundClosed,
    RoundOpened,
    WagerSettled,
)
from domain.games.pai_gow.messages.events import HandSet, HouseSet, TileExposed, TilesDealt
from domain.games.pai_gow.messages.parts import Rolled
from domain.messages.events import EVENT_TYPES
from domain.terms import terms_of
from services.explain import Narrator, tell_refusal
from services.explain.narrator import story_of
from services.offline.play import Rejection, play_lines

EXAMPLES: Final = Path(__file__).parents[3] / "examples"
LIMITS: Final = {"pai_gow": [1000, 50000]}
OPEN: Final = {
    "command": "open_table",
    "table": "PG01",
    "submission": {"regulation": "nj-pai-gow", "limits": LIMITS},
    "inventory": 1_000_000,
}
HOUSEKEEPING: Final[list[dict[str, Any]]] = [
    OPEN,
    {"command": "fill", "amount": 50000, "slip": "F-1", "step": "requested"},
    {"command": "fill", "amount": 50000, "slip": "F-1", "step": "issued"},
    {"command": "fill", "amount": 50000, "slip": "F-1", "step": "received"},
    {"command": "credit", "amount": 20000, "slip": "C-1", "step": "requested"},
    {"command": "credit", "amount": 20000, "slip": "C-1", "step": "voided"},
    {"command": "credit", "amount": 30000, "slip": "C-2"},
    {"command": "set_out_tiles"},
    {"command": "change_tiles"},
    {"command": "change_dice"},
    {"command": "count_tray", "inventory": 1_020_500, "roll": True},
    {"command": "close_table", "inventory": 1_020_000},
    {"command": "count_drop", "amount": 100},
]


def events_of(lines: list[bytes]) -> list[Event]:
    steps = list(play_lines(lines))
    assert not [step for step in steps if isinstance(step, Rejection)]
    return [step for step in steps if not isinstance(step, Rejection)]


def example(name: str) -> list[Event]:
    return events_of((EXAMPLES / name).read_bytes().splitlines())


def played(commands: list[dict[str, Any]]) -> list[Event]:
    return events_of([json.dumps(command).encode() for command in commands])


def story(events: list[Event]) -> list[str]:
    narrator = Narrator()
    return [sentence for event in events for sentence in narrator.tell(event)]


def test_every_event_has_its_sentence() -> None:
    assert set(story_of("pai_gow")) == set(EVENT_TYPES)


@pytest.mark.parametrize(
    "events",
    [
        example("round.jsonl"),
        example("irregular.jsonl"),
        example("poker.jsonl"),
        example("put_right.jsonl"),
        example("books.jsonl"),
        played(HOUSEKEEPING),
    ],
    ids=["round", "irregular", "poker", "put right", "books", "housekeeping"],
)
def test_a_sentence_reads_as_one(events: list[Event]) -> None:
    narrator = Narrator()
    for event in events:
        told = narrator.tell(event)
        assert told, event
        for sentence in told:
            assert sentence.endswith(".")
            assert sentence[0].isupper()
            assert "None" not in sentence
            assert "_" not in sentence
        assert event.rule is None or any(f"[{event.rule}]" in sentence for sentence in told)


def test_an_evening_is_told_with_its_reasons() -> None:
    told = story(example("round.jsonl"))
    for sentence in (
        "Seat 2 (mrs-lee) wagers $25.00 on pai gow [19:47-10.5(a)].",
        "Seat 6 wagers $5.00 on pai gow; $25.00 stands there now [19:47-10.5(a)].",
        "Counted counterclockwise with the dealer as one, 15 is once around (8) and 7 more: seat 6 [19:47-10.6(c)].",
        "Seat 6 gets the first stack, house way from the right [19:47-10.6(d)].",
        "The tiles of seat 4 go unseen to the dead hand [19:47-10.6(e)].",
        "Seat 3 sets gee joon high (2-4 1-2) and one with chong low (3-3 1-4) [19:47-10.7(a)].",
        "Seat 5 surrenders; its tiles are collected unseen [19:47-10.7(f)].",
        (
            "Seat 1 wins $50.00 on its $50.00 pai gow wager: high, mixed fives beats eight with foo;"
            " low, five with chong beats four with bon [19:47-10.7(j)]."
        ),
        (
            "Seat 3 loses its $100.00 pai gow wager: high, eight with foo is a copy of eight with foo,"
            " which the dealer wins; low, four with bon is a copy of four with bon, which the dealer"
            " wins [19:47-10.7(h)]."
        ),
        "Seat 3 pays $1.75 vigorish on the $33.00 won [19:47-10.7(k)].",
        (
            "Round PG01-1-1 is closed: 1 won, 2 lost, 1 pushed, 1 surrendered; the tray gains $102.50"
            " [19:47-10.7(g)]."
        ),
        "Table PG01 closes session 1; in the tray $9,371.25, as expected.",
    ):
        assert sentence in told


def test_irregularities_are_told_with_what_follows() -> None:
    told = story(example("irregular.jsonl"))
    for sentence in (
        "A tile of seat 2 is exposed; its player may play the hand or void it [19:47-10.9(d)].",
        "Seat 2 gets its $25.00 pai gow wager back [19:47-10.9(d)].",
        "A tile of the dealer is exposed [19:47-10.9(e)].",
        (
            "Seat 1 gets its $50.00 pai gow wager back; the $25.00 coupon is given back"
            " [19:47-10.9(c)]."
        ),
        (
            "Round PG02-1-2 is void: 11 was announced, the dice total 12: the deal began at seat 2,"
            " not at seat 3; 1 returned; the tray is as it was [19:47-10.9(c)]."
        ),
    ):
        assert sentence in told
    assert any("zero with gor is zero, and zero low cannot win" in sentence for sentence in told)


def test_a_count_that_differs_says_by_how_much() -> None:
    told = story(played(HOUSEKEEPING))
    assert "The tray is counted: $10,205.00, $5.00 over the $10,200.00 expected." in told
    closing = "in the tray $10,200.00, $5.00 short of the $10,205.00 expected."
    assert f"Table PG01 closes session 1; {closing}" in told
    assert (
        "Drop box 1 of session 1, period 1, is counted: $1.00, $1.00 over the $0.00 estimated."
        in told
    )


def test_a_story_that_moves_between_tables_says_so() -> None:
    opened = played([OPEN, {**OPEN, "table": "PG02"}, {"command": "open_round", "table": "PG01"}])
    told = story(opened)
    assert told.count("At PG02:") == told.count("At PG01:") == 1
    assert told.index("At PG02:") < told.index("At PG01:")


def test_each_table_keeps_its_own_hands() -> None:
    evening = example("round.jsonl")
    mixed = [
        event for pair in zip(evening, example("irregular.jsonl"), strict=False) for event in pair
    ]
    settled = [event for event in mixed if isinstance(event, WagerSettled) and event.key == "PG01"]
    told = set(story(mixed))
    assert settled
    assert told >= {
        one for one in story(evening[: evening.index(settled[-1]) + 1]) if "beats" in one
    }


def _opened() -> RoundOpened:
    return RoundOpened(
        key="PG01",
        table="PG01",
        round="PG01-1-1",
        number=1,
        regulation="nj-pai-gow@3",
        submission_hash="",
        terms=terms_of({"house_way": "basic"}),
        **OPENED.told(),
    )


def _settled(outcome: Outcome, coupon: int = 0) -> WagerSettled:
    return WagerSettled(
        key="PG01",
        rule="19:47-10.7(h)",
        seat=2,
        wager="pai_gow",
        amount=1000,
        coupon=coupon,
        player="seat-2",
        outcome=outcome,
        paid=0,
        entries={},
    )


def test_a_round_told_alone_needs_nothing_before_it() -> None:
    hand: Any = {"key": "PG01", "high": ("6-6", "3-5"), "low": ("2-2", "1-5")}
    settled = _settled("lose", coupon=500)
    told = story([_opened(), HandSet(seat=2, house_way=True, **hand), settled])
    assert told == [
        "Round PG01-1-1 is open for wagers: no limits.",
        "Seat 2 sets teen gong high (6-6 3-5) and zero with bon low (2-2 1-5), asking for the house way.",
        "Seat 2 loses its $10.00 pai gow wager; the $5.00 coupon is taken [19:47-10.7(h)].",
    ]
    house = HouseSet(position="dealer", way="basic", **hand)
    again = story([_opened(), HandSet(seat=2, house_way=False, **hand), house, settled])
    assert again[-1] == (
        "Seat 2 loses its $10.00 pai gow wager; the $5.00 coupon is taken: high, teen gong is a copy"
        " of teen gong, which the dealer wins; low, zero with bon is zero, and zero low cannot win"
        " [19:47-10.7(h)]."
    )


def test_the_count_is_told_only_where_it_names_the_start() -> None:
    rolled = DiceRolled(
        key="PG01",
        dice=(6, 6, 6),
        total=18,
        shaker="dealer",
        **ROLLED.told(Rolled(running=2, triples=2)),
    )
    counted, other = (
        story([_opened(), rolled, TilesDealt(key="PG01", start=start, style="jung_quat", hands={})])
        for start in ("1", "2")
    )
    assert counted[1] == "The dealer shakes 6, 6 and 6, 18 in all; a triple, 2 running."
    assert counted[2].endswith("18 is twice around (16) and 2 more: seat 1 [19:47-10.6(c)].")
    assert other[2] == "Seat 2 gets the first stack, jung quat."


def test_a_new_round_forgets_the_hands_of_the_last() -> None:
    hand: Any = {"key": "PG01", "high": ("6-6", "3-5"), "low": ("2-2", "1-5")}
    settled = _settled("push")
    house = HouseSet(position="dealer", way="basic", **hand)
    before = [_opened(), HandSet(seat=2, house_way=False, **hand), house]
    told = story([*before, _opened(), settled])
    assert (
        told[-1]
        == "Seat 2 pushes with its $10.00 pai gow wager, neither collected nor paid [19:47-10.7(h)]."
    )


def test_bank_and_meter_are_told_where_there_are_any() -> None:
    closed = RoundClosed(
        key="PG01",
        round="PG01-1-1",
        wagers=(),
        tray_delta=0,
        bank=BankLine(seat=3, net=-2500, vigorish=0, co_bank=True),
        dealer_wager=DealerWagerLine(amount=1000, outcome="push"),
        meter=MeterLine(meter="M1", contributed=21, paid=0, before=100, after=121),
        **ENDED.told(),
    )
    assert story([closed]) == [
        "Round PG01-1-1 is closed: no wager was down; the tray is as it was.",
        "For seat 3, the co-bank: -$25.00 net, after $0.00 vigorish.",
        "The dealer's wager of $10.00: pushed.",
        "Meter M1 went from $1.00 to $1.21: $0.21 came onto it, $0.00 was paid.",
    ]


def test_an_exposed_tile_of_the_dead_hand() -> None:
    seen = TileExposed(key="PG01", position="dead", rule="19:47-10.9(e)")
    assert story([_opened(), seen])[-1] == "A tile of the dead hand is exposed [19:47-10.9(e)]."


def test_an_evening_of_cards_is_told_with_its_reasons() -> None:
    told = story(example("poker.jsonl"))
    for sentence in (
        "Seat 1 is dealt AS AH AD AC JK 3S 3H.",
        "Counted counterclockwise with the dealer as one, 14 is once around (7) and 7 more: seat 6 [19:47-11.8C].",
        "Meter M1 pays $10,000.42 for seat 1 (five aces and pair), validated by Ann [19:47-11.14(e)].",
        "Meter M1 starts again at $10,000.00 [19:47-11.14(f)].",
        "Seat 2's progressive wager wins $2.00 for three of a kind [19:47-11.14(d)].",
        "Meter M1 went from $10,000.00 to $10,000.00: $0.42 came onto it, $10,000.42 was paid.",
        (
            "Seat 2's progressive stake puts $0.21 onto meter M1, which shows $10,000.42"
            " [19:47-11.14(e)]."
        ),
        (
            "The dealer sets king-nine-seven-four-two high (2S 4H 7D 9C KD) and queen-jack low"
            " (JS QH), by the house way `basic` [19:47-11.9]."
        ),
    ):
        assert sentence in told, sentence


def test_cards_are_called_cards_where_they_are_played() -> None:
    opening = {**OPEN, "submission": {"regulation": "nj-pai-gow-poker"}}
    dealt = {
        "dealer": ["2S", "4H", "7D", "9C", "JS", "QH", "KD"],
        "1": ["2D", "2H", "2C", "6C", "8S", "TH", "JD"],
    }
    told = story(
        played(
            [
                opening,
                {"command": "open_round"},
                {"command": "place_wager", "seat": 1, "wager": "pai_gow", "amount": 2500},
                {"command": "no_more_bets"},
                {"command": "roll", "dice": [1, 1, 6]},
                {"command": "deal", "hands": dealt},
                {"command": "expose", "position": 1},
                {"command": "play_on", "seat": 1},
                {"command": "expose", "position": "dealer"},
            ]
        )
    )
    choice = "A card of seat 1 is exposed; its player may play the hand or void it [19:47-11.11]."
    assert choice in told
    assert "A card of the dealer is exposed [19:47-11.11]." in told
    assert not [sentence for sentence in told if "tile" in sentence]


def test_nothing_that_was_written_can_steer_a_terminal() -> None:
    (told,) = story([NoRollCalled(reason="\x1b[2Jall\nclear")])
    assert told.isprintable()
    assert "all\N{REPLACEMENT CHARACTER}clear" in told
    assert tell_refusal("deal", "19:47-10.6(d)", "a\nb").isprintable()


def test_a_refusal_names_paragraph_or_control() -> None:
    assert tell_refusal("place_wager", "19:47-8.2", "999 cents is below the minimum") == (
        "Refused, place_wager: 999 cents is below the minimum [19:47-8.2]."
    )
    assert tell_refusal("open_round", TABLE_OPEN, "PG01 is not open") == (
        "Refused, open_round: PG01 is not open"
        " [control:table-open: a table must be open before anything happens on it]."
    )
