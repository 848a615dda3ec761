"""The story of banks, dice wagers and Pair Fortunes: each sentence says whose, what and why."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from domain.event_parts import ROLLED
from domain.events import Event
from domain.events.round import BankSettled, DealerWagerSettled, DiceRolled, WagerSettled
from domain.games.pai_gow.account.dice_story import settled_by_dice
from domain.games.pai_gow.messages.events import BankAccepted
from domain.games.pai_gow.wagers.catalogue import CATALOGUE
from services.explain import Narrator
from services.offline.play import Rejection, play_lines

EXAMPLES: Final = Path(__file__).parents[3] / "examples"
MEANT: Final = sorted(
    file for file in EXAMPLES.rglob("*.jsonl") if not file.name.endswith(".expected.jsonl")
)
FOLDERS: Final = sorted({str(file.parent.relative_to(EXAMPLES)) for file in MEANT})


def events_of(lines: list[bytes]) -> list[Event]:
    return [step for step in play_lines(lines) if not isinstance(step, Rejection)]


def story(lines: list[bytes]) -> list[str]:
    narrator = Narrator()
    return [sentence for event in events_of(lines) for sentence in narrator.tell(event)]


def told_of(file: str) -> list[str]:
    return story((EXAMPLES / file).read_bytes().splitlines())


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_file_reads_as_sentences(folder: str) -> None:
    for file in MEANT:
        narrator = Narrator()
        lines = file.read_bytes().splitlines() if file.parent == EXAMPLES / folder else []
        for event in events_of(lines):
            told = narrator.tell(event)
            assert told, (file, event)
            for sentence in told:
                assert sentence.endswith("."), file
                assert sentence[0].isupper() or sentence[0] == "$", file
                assert not [part for part in ("None", "_", "  ") if part in sentence], file
            assert event.rule is None or any(f"[{event.rule}]" in one for one in told), file


@pytest.mark.parametrize(
    "sentence",
    [
        "The bank is offered to seat 1 (mrs-lee), then to seat 2, then to seat 3 [19:47-10.8(c)].",
        "Seat 1 passes the bank [19:47-10.8(c)].",
        (
            "Seat 2 banks the round, with $500.00 to cover the wagers; the dealer wagers $20.00"
            " against it [19:47-10.8(c)]."
        ),
        "The bank cuts: stacks 3 and 4 moved to an end [19:47-10.8(g)].",
        "The bank chooses the delivery: house way from the left [19:47-10.8(i)].",
        "Seat 2, the bank, shakes 1, 2 and 4, 7 in all [19:47-10.8(i)].",
        (
            "Counted counterclockwise with seat 2, the bank, as one, 7 falls on the dealer"
            " [19:47-10.8(j)]."
        ),
        (
            "The bank, seat 2, sets eight with foo high (5-6 1-6) and four with bon low (2-2 4-6)"
            " [19:47-10.7(c)]."
        ),
        (
            "The dealer sets a hand of its own by the house way: eight with mooy high (5-5 3-5) and"
            " three with look low (1-5 3-4) [19:47-10.8(n)]."
        ),
        (
            "The dealer's own wager of $20.00 is pushed: high, eight with mooy beats eight with foo;"
            " low, three with look is below four with bon [19:47-10.8(n)]."
        ),
        (
            "$50.00 is left in the centre: seat 2, the bank, gets $50.00, less $2.50 vigorish"
            " [19:47-10.8(o)]."
        ),
        "Seat 3 banks the round, half with the casino, with $600.00 to cover the wagers [19:47-10.8(e)].",
        (
            "The dealer sets the hand of the co-bank, seat 3: eight with foo high (5-6 1-6) and four"
            " with bon low (2-2 4-6), by the house way `basic` [19:47-10.8(e)]."
        ),
        (
            "The centre is short of $175.00: seat 3, the co-bank, puts in $87.50, the casino $87.50"
            " [19:47-10.8(p)]."
        ),
    ],
)
def test_a_bank_is_told(sentence: str) -> None:
    assert sentence in told_of("bank.jsonl")


@pytest.mark.parametrize(
    "sentence",
    [
        "The dragon's eye die shows 4: the button goes to seat 4.",
        (
            "Seat 1's even wager of $5.00: the dragon's eye die shows 4, even, paid 1 to 1, $5.00"
            " [13:69F-10.11(b)]."
        ),
        "Seat 1's triple wager of $5.00: 4, 3 and 3 are no triple, lost [13:69F-10.11(e)].",
        "Seat 3's odd wager of $5.00: the dragon's eye die shows 4, even, lost [13:69F-10.11(c)].",
        "Seat 3's match wager of $5.00: two of the dice show 3, paid 2 to 1, $10.00 [13:69F-10.11(a)].",
        (
            "Seat 4's double wager of $5.00: the other two dice both show 3, paid 4 to 1, $20.00"
            " [13:69F-10.11(d)]."
        ),
        "The dragon's eye die names seat 4 for the first stack [13:69F-10.6A(d)].",
        (
            "Seat 4, with the dragon's eye button and a dice bonus wager, shakes 2, 2 and 2, 6 in all;"
            " a triple, 1 running [13:69F-10.6A(a)]."
        ),
        (
            "Seat 2's even wager of $5.00: a triple, which neither even nor odd can win, lost"
            " [13:69F-10.11(b)]."
        ),
        (
            "Seat 4's dice bonus wager of $5.00: the first triple running, on its own shake, paid"
            " 30 to 1, $150.00; it stays on the layout [13:69F-10.11(f)]."
        ),
        "The dice bonus wager of seat 4, $5.00, still lies there: one triple is running.",
        (
            "Seat 4's dice bonus wager of $5.00: the second triple running, on another's shake, paid"
            " 50 to 1, $250.00; it stays on the layout [13:69F-10.11(f)]."
        ),
        "Triples running at the table: 2.",
        "Seat 2's dice bonus wager of $5.00: no triple, lost [13:69F-10.11(f)].",
    ],
)
def test_the_dice_are_told(sentence: str) -> None:
    assert sentence in told_of("dragons_eye.jsonl")


@pytest.mark.parametrize(
    "sentence",
    [
        (
            "Counted counterclockwise with the dealer as one, 41 is 5 times around (40) and 1 more:"
            " the dealer [MD 6.B]."
        ),
        (
            "Seat 1 loses its $25.00 pai gow wager: high, zero with gor against zero with mooy is zero"
            " against zero, which the dealer wins whatever the tiles (MD 3.H(2)); low, zero with bon"
            " is zero, and zero low cannot win [MD 8.G]."
        ),
        (
            "Seat 2's Pair Fortunes wager of $5.00: two pairs, paid 25 to 1, $125.00 by paytable A"
            " [MD 8.L(1)]."
        ),
        "Seat 3 left its $25.00 pai gow wager behind, which is lost [MD 5.C(2)].",
    ],
)
def test_maryland_is_told(sentence: str) -> None:
    assert sentence in told_of("maryland.jsonl")


@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        (
            "10.8c-the-offer-returns-to-the-dealer",
            "The offer of the bank has come back to the dealer, who keeps this round [19:47-10.8(c)].",
        ),
        (
            "10.8c-the-offer-returns-to-the-dealer",
            (
                'The dealer announces "no more bets"; nobody takes the bank, and the dealer keeps it'
                " [19:47-10.6(a)]."
            ),
        ),
        (
            "10.8n-the-dealer-beats-the-bank",
            "The centre comes out even, and seat 1, the bank, with it [19:47-10.8(o)].",
        ),
        (
            "13-69F-10.7l2-no-vigorish-but-triples-take-the-wager",
            (
                "Seat 1 loses its $25.00 pai gow wager: no vigorish is taken here, and a triple takes the"
                " wagers on the hands instead [13:69F-10.7(l)2]."
            ),
        ),
        (
            "13-69F-10.11f-three-triples-running",
            (
                "Seat 2's dice bonus wager of $5.00: the third triple running, on its own shake, paid"
                " 10,000 to 1, $50,000.00 and returned; the count begins again [13:69F-10.11(f)]."
            ),
        ),
        (
            "10.11f-what-triples-pay",
            (
                "Seat 1's all 4 wager of $5.00: all three dice show 4, paid 180 to 1, $900.00"
                " [19:47-10.11(f)]."
            ),
        ),
        (
            "10.11f-what-triples-pay",
            "Seat 1's all 5 wager of $5.00: 4, 4 and 4 are not all 5, lost [19:47-10.11(d)].",
        ),
        (
            "10.11d-settled-as-the-dice-are-read",
            "Seat 3's any triple wager of $5.00: 2, 3 and 4 are no triple, lost [19:47-10.11(d)].",
        ),
    ],
)
def test_what_is_rare_is_told_too(file: str, sentence: str) -> None:
    assert sentence in told_of(f"conformance/nj-pai-gow/{file}.jsonl")


@pytest.mark.parametrize(
    ("row", "odds"),
    [
        ("gee joon and the pair of teen", "300 to 1, $1,500.00"),
        ("two pairs", "25 to 1, $125.00"),
        ("gee joon", "8 to 1, $40.00"),
        ("one mixed pair", "4 to 1, $20.00"),
        ("one identical pair", "3 to 1, $15.00"),
    ],
)
def test_the_row_of_pair_fortunes_is_named_and_the_tiles_are_not(row: str, odds: str) -> None:
    told = told_of("conformance/md-pai-gow/8.L1-pair-fortunes-paytable-A.jsonl")
    settled = [one for one in told if "Pair Fortunes wager of" in one]
    assert any(f": {row}, paid {odds} by paytable A [MD 8.L(1)]." in one for one in settled)
    assert any(one.endswith("no pair among its tiles, lost [MD 8.L(1)].") for one in settled)
    assert not any("-" in one for one in settled)


def test_the_zeros_of_new_jersey_are_told_by_their_tiles() -> None:
    file = "conformance/nj-pai-gow/10.2f-zero-against-zero-by-the-highest-tile.jsonl"
    assert any("zero with gor beats zero with mooy" in sentence for sentence in told_of(file))


def test_the_terms_say_what_was_elected() -> None:
    submission: dict[str, Any] = {
        "regulation": "nj-pai-gow",
        "banking": True,
        "co_banking": True,
        "two_areas": True,
        "triples_bonus": True,
        "dragons_eye": {"vigorish_method": 2, "start": "count"},
        "delivery_styles": ["jung_quat", "cup_say_from_left"],
    }
    opening = {"command": "open_table", "table": "T1", "submission": submission, "inventory": 100}
    (_, terms) = story([json.dumps(opening).encode()])
    assert terms == (
        "Its terms: in the tray $1.00; no limits; vigorish up to the next quarter; house way `basic`;"
        " players may bank; the casino carries half of a bank where asked; a player may wager on two"
        " areas; bonus wagers on triples; dragon's eye with vigorish method 2, dealt by the count;"
        " delivered jung quat, cup say from the left."
    )


def test_a_wager_on_the_dice_that_comes_back_is_not_told_as_decided() -> None:
    rolled = DiceRolled(dice=(1, 2, 3), total=6, shaker="dealer", **ROLLED.told())
    void = WagerSettled(
        seat=1, wager="even", amount=500, coupon=0, player="p", outcome="void", paid=0, entries={}
    )
    narrator = Narrator()
    narrator.tell(rolled)
    assert narrator.tell(void) == ["Seat 1 gets its $5.00 even wager back."]


def test_a_coupon_is_paid_on_like_chips() -> None:
    rolled = DiceRolled(dice=(4, 1, 2), total=7, shaker="dealer", **ROLLED.told())
    won = WagerSettled(
        seat=1,
        wager="even",
        amount=500,
        coupon=500,
        player="p",
        outcome="win",
        paid=1000,
        entries={},
    )
    assert settled_by_dice(won, CATALOGUE["even"], rolled).endswith("even, paid 1 to 1, $10.00")


def test_a_bank_told_without_its_round_still_reads() -> None:
    narrator = Narrator()
    bank = BankAccepted(seat=2, player="seat-2", chips=0, co_bank=False, dealer_wager=500)
    assert narrator.tell(bank) == [
        "Seat 2 banks the round, with $0.00 to cover the wagers; the dealer wagers $5.00 against it."
    ]
    own = DealerWagerSettled(amount=500, outcome="win", entries={})
    assert narrator.tell(own) == ["The dealer's own wager of $5.00 is won."]
    kept = BankSettled(
        seat=2, player="seat-2", co_bank=True, surplus=100, bank_share=50, casino_share=50,
        vigorish=25, net=25, entries={},
    )  # fmt: skip
    assert narrator.tell(kept) == [
        (
            "$1.00 is left in the centre: seat 2, the co-bank, gets $0.50, less $0.25 vigorish, the casino"
            " $0.50."
        )
    ]
