"""Adding a wager, as CONTRIBUTING.md tells it: one record and a version, and all else reads it."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Final

import pytest

from domain.commands import Command
from domain.commands.round import PlaceWager
from domain.commands.submission import Submission
from domain.events.round import RoundClosed, WagerSettled
from domain.game_library import Library
from domain.games.pai_gow.dice.rolled import Rolled
from domain.games.pai_gow.game import PaiGowGame
from domain.games.pai_gow.odds.on_dice import ROLLS
from domain.games.pai_gow.regulations import EARLIER, REGULATIONS
from domain.games.pai_gow.regulations.nj_pai_gow import NJ_PAI_GOW
from domain.games.pai_gow.sheets.offer import offers_of
from domain.games.pai_gow.wagers.catalogue import CATALOGUE
from domain.games.pai_gow.wagers.names import MAIN
from domain.games.pai_gow.wagers.record import PaiGowWager, Pays
from domain.hosting import decide, next_commands, options
from domain.messages.commands import parse_command
from domain.refusals import NotOffered
from domain.wagers.catalogue import OddsRow
from domain.wagers.edge import Edge, edge_over
from services.rulebook.sign import lines_of, sign_of
from tests.support.domain.asked import Asked, no_more_bets, open_round, open_table, place, roll
from tests.support.domain.given import Happened, new_table, stamp

ODDS: Final = Fraction(13, 2)


def _eleven(rolled: Rolled, _: int) -> Pays | None:
    return Pays(ODDS) if rolled.total == 11 else None


def _shown(rolled: Rolled, _: int) -> str:
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
    since={"nj-pai-gow": NJ_PAI_GOW.version + 1},
    paid_by={"nj-pai-gow": "19:47-10.11(y)"},
    rows=(OddsRow("Yo-leven, eleven in all", ODDS),),
    edges=_edge,
    beside=lambda _: MAIN,
    on_roll=_eleven,
    shown=_shown,
)
NEXT: Final = replace(NJ_PAI_GOW, version=NJ_PAI_GOW.version + 1)
GAME: Final = PaiGowGame(
    CATALOGUE.with_wager(YO_LEVEN), (NEXT, *REGULATIONS[1:]), (NJ_PAI_GOW, *EARLIER)
)
GAMES: Final = Library((GAME,))


def bet(seat: int, amount: int) -> Command:
    """The command as it reads once the wager is in the game's own catalogue."""
    asked = {"command": "place_wager", "seat": seat, "amount": amount, "wager": "even"}
    placed = parse_command(asked)
    assert isinstance(placed, PlaceWager)
    return placed.model_copy(update={"wager": "yo_leven"})


def played(*commands: Asked | Command, games: Library = GAMES) -> Happened:
    table, events = new_table(), []
    for one in commands:
        command = parse_command(one) if isinstance(one, dict) else one
        table, made, _ = decide(table, command, stamp({}), games=games)
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
    submission = Submission.model_validate({"regulation": "nj-pai-gow", "triples_bonus": True})
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


def test_nothing_of_the_others_changes() -> None:
    """Neither of other regulations nor of the versions before, whose rounds are stored."""
    then = PaiGowGame()
    before = {one.ref: one.facts() for one in (*then.regulations, *then.earlier)}
    now = {one.ref: one for one in (*GAME.regulations, *GAME.earlier)}
    assert {ref: now[ref].facts() for ref in before} == before
    assert now[NJ_PAI_GOW.ref].content_hash() == NJ_PAI_GOW.content_hash()
    assert now[NEXT.ref].content_hash() != NJ_PAI_GOW.content_hash()
    assert now[NEXT.ref].wagers == (*NJ_PAI_GOW.wagers, "yo_leven")
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


def test_a_table_of_the_version_before_does_not_take_it() -> None:
    then = GAMES.opened_under(NJ_PAI_GOW.ref)
    assert then is not None
    opening = (open_table(triples_bonus=True), open_round(), place(1))
    with pytest.raises(NotOffered) as refusal:
        played(*opening, bet(1, 500), games=then)
    assert "`yo_leven` is not offered at this table" in refusal.value.reason
    # Opened before, and played on after the upgrade.
    table = played(*opening, games=then).table
    assert table.regulation == NJ_PAI_GOW.ref
    with pytest.raises(NotOffered):
        decide(table, bet(1, 500), stamp({}), games=GAMES)
    spots = [spot.wager for one in options(table, GAMES) for spot in one.spots]
    assert "any_triple" in spots
    assert "yo_leven" not in spots


def test_what_it_pays_changes_from_a_version_on() -> None:
    """The form before is that of the versions before; the story tells each as it was."""
    higher = replace(
        YO_LEVEN,
        rows=(OddsRow("Yo-leven, eleven in all", Fraction(7)),),
        on_roll=lambda rolled, _: Pays(Fraction(7)) if rolled.total == 11 else None,
        since={"nj-pai-gow": NEXT.version + 1},
        before=YO_LEVEN,
    )
    newest = replace(NEXT, version=NEXT.version + 1)
    game = PaiGowGame(
        CATALOGUE.with_wager(higher), (newest, *REGULATIONS[1:]), (NEXT, NJ_PAI_GOW, *EARLIER)
    )
    games = Library((game,))
    then = games.opened_under(NEXT.ref)
    assert then is not None
    eleven = (
        *(open_table(triples_bonus=True), open_round(), place(1), bet(1, 600), no_more_bets()),
        roll(5, 4, 2),
    )
    assert played(*eleven, games=games).one(WagerSettled).paid == 4_200
    assert played(*eleven, games=then).one(WagerSettled).paid == 3_900
    assert {one.ref: one.facts() for one in game.earlier if one.ref == NEXT.ref} == {
        NEXT.ref: GAME.regulations[0].facts()
    }
    assert game.regulations[0].content_hash() != GAME.regulations[0].content_hash()
    (now, before) = (games.wager("yo_leven", ref) for ref in (newest.ref, NEXT.ref))
    assert (now, before) == (higher, YO_LEVEN)


def test_a_wager_that_goes_stays_in_the_versions_before() -> None:
    gone = replace(YO_LEVEN, permitted={}, since={"nj-pai-gow": NEXT.version + 1}, before=YO_LEVEN)
    known = CATALOGUE.with_wager(gone)
    assert "yo_leven" in known.permitted_by("nj-pai-gow", NEXT.version)
    for version in (NEXT.version - 1, NEXT.version + 1):
        assert "yo_leven" not in known.permitted_by("nj-pai-gow", version)


def test_an_election_that_came_with_it_is_none_of_the_versions_before() -> None:
    """One that was there already for something else stays."""
    for election, is_elected_before in (("dealer_wager", False), ("banking", True)):
        catalogue = CATALOGUE.with_wager(replace(YO_LEVEN, election=election))
        before, after = (replace(one, of_game=catalogue) for one in (NJ_PAI_GOW, NEXT))
        assert election in after.elects
        assert (election in before.elects) is is_elected_before
    submission = Submission.model_validate(
        {"regulation": "nj-pai-gow", "banking": True, "dealer_wager": 500}
    )
    NJ_PAI_GOW.check(submission)
    late = replace(
        NJ_PAI_GOW, of_game=CATALOGUE.with_wager(replace(YO_LEVEN, election="dealer_wager"))
    )
    with pytest.raises(NotOffered, match="does not permit `dealer_wager`"):
        late.check(submission)
