"""Adding a wager, as CONTRIBUTING.md tells it: one record, and everything else reads it."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Final

import pytest

from domain.commands import Command, parse_command
from domain.commands.round import PlaceWager
from domain.commands.submission import Submission
from domain.events.round import DiceRolled, RoundClosed, WagerSettled
from domain.games.library import Library
from domain.games.pai_gow.game import PaiGowGame
from domain.games.pai_gow.odds.on_dice import ROLLS
from domain.games.pai_gow.wagers.catalogue import CATALOGUE
from domain.games.pai_gow.wagers.names import MAIN
from domain.games.pai_gow.wagers.record import PaiGowWager, Pays
from domain.hosting import decide, next_commands
from domain.refusals import NotOffered
from domain.wagers.catalogue import OddsRow
from domain.wagers.edge import Edge, edge_over
from services.explain import Narrator
from services.rulebook.pai_gow.offer import offers_of
from services.rulebook.sign import lines_of, sign_of
from tests.support.domain.asked import Asked, no_more_bets, open_round, open_table, place, roll
from tests.support.domain.given import Happened, new_table, stamp

ODDS: Final = Fraction(13, 2)


def _eleven(rolled: DiceRolled, _: int) -> Pays | None:
    return Pays(ODDS) if rolled.total == 11 else None


def _shown(rolled: DiceRolled, _: int) -> str:
    return f"the dice come to {rolled.total}"


def _edge(_: str | None) -> tuple[Edge, ...]:
    edge = edge_over(ODDS if sum(dice) == 11 else None for dice in ROLLS)
    return (Edge("yo_leven", edge, "over the 216 rolls"),)


YO_LEVEN: Final = PaiGowWager(
    name="yo_leven",
    label="Yo-leven",
    decided_by="dice",
    election="triples_bonus",
    permitted={"nj-pai-gow": "19:47-10.11(z)"},
    paid_by={"nj-pai-gow": "19:47-10.11(y)"},
    rows=(OddsRow("Yo-leven, eleven in all", ODDS),),
    edges=_edge,
    beside=lambda _: MAIN,
    on_roll=_eleven,
    shown=_shown,
)
GAME: Final = PaiGowGame(CATALOGUE.with_wager(YO_LEVEN))
GAMES: Final = Library((GAME,))


def bet(seat: int, amount: int) -> Command:
    """The command as it reads once the wager is in the game's own catalogue."""
    asked = {"command": "place_wager", "seat": seat, "amount": amount, "wager": "even"}
    placed = parse_command(asked)
    assert isinstance(placed, PlaceWager)
    return placed.model_copy(update={"wager": "yo_leven"})


def played(*commands: Asked | Command) -> Happened:
    table, events = new_table(), []
    for one in commands:
        command = parse_command(one) if isinstance(one, dict) else one
        table, made, _ = decide(table, command, stamp({}), games=GAMES)
        events += made
    return Happened(table, tuple(events))


def up_to_the_dice(*dice: int, amount: int = 600) -> Happened:
    opening = (open_table(triples_bonus=True), open_round(), place(1), bet(1, amount))
    return played(*opening, no_more_bets(), roll(*dice))


def test_it_is_decided_and_paid_at_its_own_odds() -> None:
    won = up_to_the_dice(5, 4, 2).one(WagerSettled)
    assert (won.wager, won.outcome, won.paid, won.rule) == (
        "yo_leven", "win", 3_900, "19:47-10.11(y)",
    )  # fmt: skip
    assert won.entries == {"tray": -3_900, "win": 3_900}
    lost = up_to_the_dice(5, 4, 3).one(WagerSettled)
    assert (lost.outcome, lost.paid, lost.entries) == ("lose", 0, {"tray": 600, "win": -600})


def test_it_is_offered_only_where_it_is_elected_and_permitted() -> None:
    with pytest.raises(NotOffered) as refusal:
        played(open_table(), open_round(), place(1), bet(1, 500))
    assert refusal.value.rule == "19:47-10.11(z)"
    with pytest.raises(NotOffered, match="needs a `pai_gow` wager"):
        played(open_table(triples_bonus=True), open_round(), bet(1, 500))


def test_the_sign_and_the_edge_know_it() -> None:
    (rules, *_) = GAME.regulations
    submission = Submission(regulation="nj-pai-gow", triples_bonus=True)
    offer = offers_of(submission, rules)[-1]
    assert (offer.wager, offer.rule, offer.beside) == ("yo_leven", "19:47-10.11(z)", MAIN)
    assert [edge.edge for edge in offer.edges] == [Fraction(1, 16)]
    lines = list(lines_of(sign_of(submission, rules)))
    assert any("Yo-leven, eleven in all" in line and "13 to 2" in line for line in lines)
    assert any("Yo-leven" in line and "no limits" in line for line in lines)
    known = GAMES.wager("yo_leven")
    assert known is not None
    edge = known.edge("nj-pai-gow")
    assert edge is not None
    assert edge.edge == Fraction(1, 16)


def test_it_is_explained() -> None:
    narrator = Narrator(GAMES)
    told = [
        sentence for event in up_to_the_dice(5, 4, 2).events for sentence in narrator.tell(event)
    ]
    assert (
        "Seat 1's yo leven wager of $6.00: the dice come to 11, paid 13 to 2, $39.00"
        " [19:47-10.11(y)]." in told
    )


def test_nothing_of_the_others_changes() -> None:
    assert [one.content_hash() for one in GAME.regulations[1:]] == [
        one.content_hash() for one in PaiGowGame().regulations[1:]
    ]
    table = up_to_the_dice(5, 4, 2).table
    assert "deal" in next_commands(table, GAMES)


def test_a_wager_has_one_name() -> None:
    def twice() -> Iterator[PaiGowWager]:
        yield from CATALOGUE.values()
        yield replace(YO_LEVEN, name=MAIN)

    with pytest.raises(AssertionError, match="two wagers"):
        type(CATALOGUE)(twice())


def test_the_hands_alone_end_the_round_as_ever() -> None:
    assert not up_to_the_dice(5, 4, 2).all(RoundClosed)
