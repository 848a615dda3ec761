"""A game of another shape at the same tables: two dice, many seats, wagers that stay.

It is made up, and small; what matters is that table, books and hosting need no change for it.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

import msgspec
from msgspec.structs import replace

from domain.account.scene import Account
from domain.commands import Command
from domain.commands.elections import OfAnyTable
from domain.commands.round import OpenRound, PlaceWager, Roll
from domain.commands.submission import Submission
from domain.commands.table import OpenTable
from domain.event_parts import ENDED, OPENED
from domain.events import Event
from domain.events.envelope import Stamp
from domain.events.round import (
    Outcome,
    RoundClosed,
    RoundOpened,
    WagerLine,
    WagerPlaced,
    WagerSettled,
)
from domain.events.table import TableOpened
from domain.game_library import Library
from domain.games.pai_gow.game import GAME as PAI_GOW
from domain.games.seam.bots import Bots, GamePlay, PlayedTable
from domain.games.seam.game import Game, Lawful
from domain.games.seam.guests import Luck
from domain.games.seam.in_play import InPlay, Spot
from domain.games.seam.layout import Layout
from domain.games.seam.masking import NOTHING_HIDDEN
from domain.games.seam.regulation import Regulation
from domain.games.seam.round_row import RoundParts
from domain.games.seam.search import SearchParts
from domain.games.seam.sheet import Fact, RegulationSheet, SubmissionSheet, Vigorish
from domain.games.seam.views import Views
from domain.history.game_history import GameHistory
from domain.hosting import Table, decide, next_commands, options
from domain.messages.commands import parse_command
from domain.meter.state import Meter
from domain.money import transfer
from domain.options import Option
from domain.table.hosted import GameState, Opening
from domain.table.hosted import OpenRound as Open
from domain.table.state import Table as AnyTable
from domain.wagers.catalogue import WagerRecord
from tests.support.domain.asked import ask, open_round, open_table
from tests.support.domain.given import stamp

SEVEN_OUT: Final = 7


class Stay(msgspec.Struct, frozen=True):
    seat: int
    amount: int
    player: str


class Sevens(GameState, frozen=True, kw_only=True, tag="sevens"):
    """Every wager stays until a seven is thrown, and pays evens on any other roll."""

    round: str | None = None
    number: int = 0
    down: tuple[Stay, ...] = ()

    def open_round(self) -> Open | None:
        return None if self.round is None else Open(self.round, self.number)

    def round_id(self) -> str | None:
        return self.round

    def player_at(self, seat: int) -> str | None:
        return next((one.player for one in self.down if one.seat == seat), None)

    def coupons_played(self) -> int:
        return 0


class Rules:
    name = "xx-sevens"
    title = "Sevens"
    jurisdiction = "xx"
    version = 1
    ref = "xx-sevens@1"
    label = "Sevens"
    mark = "XX"
    played = "sevens"
    places = 24
    elections = OfAnyTable
    wagers = ("sevens",)
    catalogue: Mapping[str, WagerRecord] = {}
    not_permitted: Mapping[str, str] = {}

    def elected(self, submission: Submission) -> Submission:
        return submission

    def content_hash(self) -> str:
        return "0" * 64

    def facts(self) -> dict[str, Any]:
        return {}

    def check(self, submission: Submission) -> None:
        del submission


class NoSheets:
    def facts(self, regulation: str) -> Sequence[Fact]:
        del regulation
        return ()

    def of_regulation(self, rules: Regulation) -> RegulationSheet:
        del rules
        return RegulationSheet(payouts=(), edges=(), paragraphs=())

    def of_submission(self, submission: Submission, rules: Regulation) -> SubmissionSheet:
        del submission, rules
        return SubmissionSheet(offers=(), vigorish=Vigorish(0, None, ""), vigorish_on="")


def _nobody(table: PlayedTable, setup: Any, luck: Luck) -> GamePlay:
    raise AssertionError(table, setup, luck)


class SevensGame:
    name = "sevens"
    regulations: tuple[Regulation, ...] = (Rules(),)
    earlier: tuple[Regulation, ...] = ()
    catalogue: Mapping[str, WagerRecord] = {}
    state = Sevens
    commands: Sequence[type[Command]] = ()
    events: Sequence[type[Event]] = ()
    account = Account({}, lambda _: "")
    controls: Mapping[str, str] = {}
    sheets = NoSheets()
    history = GameHistory()
    bots = Bots(
        letters="SV",
        one_in=5,
        setups=(),
        play=_nobody,
        pace={},
        told_by={},
        finishing=lambda _: iter(()),
        giving_back=lambda *_: iter(()),
    )
    layout = Layout()
    views = Views(
        round=RoundParts({}, {}),
        search=SearchParts(
            said="sevens", dice=2, dice_example="3-4", dice_told="two", last_seat=24
        ),
        masking=NOTHING_HIDDEN,
    )

    def while_in_force(self, version: int) -> Game:
        assert version == 1
        return self

    def opening(self, submission: Submission, meter: Meter | None) -> Opening:
        del meter
        return Opening("XX 1", Rules.ref, "0" * 64, submission.recorded(), "1" * 64, [])

    def meter_for(self, table: AnyTable, command: Command) -> str | None:
        del table, command
        return None

    def decide(
        self, table: AnyTable, command: Command, stamp: Stamp, meter: Meter | None
    ) -> list[Event]:
        del stamp, meter
        game = cast("Sevens", table.game)
        match command:
            case OpenRound():
                return [_opened(table)]
            case PlaceWager():
                who = command.player or f"seat-{command.seat}"
                return [
                    WagerPlaced(
                        seat=command.seat, wager="sevens", amount=command.amount, player=who,
                        coupon=0, total=command.amount,
                    )
                ]  # fmt: skip
            case Roll():
                return _rolled(game, sum(command.dice))
        raise AssertionError(command)

    def last_place(self, table: AnyTable) -> int:
        del table
        return 24

    def where_seated(self, table: AnyTable) -> str:
        raise AssertionError(table)

    def evolve(self, table: AnyTable, event: Event) -> Sevens:
        game = table.game if isinstance(table.game, Sevens) else Sevens()
        match event:
            case TableOpened():
                return Sevens()
            case RoundOpened():
                return replace(game, round=event.round, number=event.number)
            case WagerPlaced():
                return replace(
                    game, down=(*game.down, Stay(event.seat, event.amount, event.player))
                )
            case WagerSettled(outcome="lose"):
                return replace(game, down=())
            case RoundClosed():
                return replace(game, round=None)
        return game

    def lawful(self, table: AnyTable) -> Lawful:
        playing = table.open_round() is not None
        return Lawful(("place_wager", "roll") if playing else ("open_round",), ("change_dice",))

    def options(self, table: AnyTable) -> Mapping[str, Option]:
        del table
        return {"roll": Option(command="roll", dice=2)}

    def house_way(self, table: AnyTable, pieces: tuple[str, ...]) -> None:
        del table, pieces

    def in_play(self, table: AnyTable) -> InPlay:
        game = cast("Sevens", table.game)
        return InPlay(wagers=tuple(Spot(o.seat, "sevens", o.player, o.amount) for o in game.down))


def _opened(table: AnyTable) -> RoundOpened:
    number = table.rounds + 1
    return RoundOpened(
        round=f"{table.name}-{table.session}-{number}", number=number,
        regulation=table.regulation, submission_hash=table.submission_hash, terms=table.terms,
        **OPENED.told(),
    )  # fmt: skip


def _rolled(game: Sevens, total: int) -> list[Event]:
    events: list[Event] = []
    lines = []
    lost = total == SEVEN_OUT
    for one in game.down:
        entries = transfer(one.amount if lost else -one.amount, to="tray", source="win")
        outcome: Outcome = "lose" if lost else "retained"
        paid = 0 if lost else one.amount
        settled = WagerSettled(
            seat=one.seat, wager="sevens", amount=one.amount, coupon=0, player=one.player,
            outcome=outcome, paid=paid, entries=entries,
        )  # fmt: skip
        events.append(settled)
        lines.append(
            WagerLine(
                seat=one.seat, wager="sevens", amount=one.amount, coupon=0, player=one.player,
                outcome=outcome, paid=paid, vigorish=0, rule="XX 2",
            )
        )  # fmt: skip
    moved = sum(one.entries.get("tray", 0) for one in events if isinstance(one, WagerSettled))
    return [*events, RoundClosed(wagers=tuple(lines), tray_delta=moved, **ENDED.told())]


GAMES: Final = Library((PAI_GOW, cast("Game", SevensGame())))


def _open(name: str, regulation: str) -> Command:
    opening = parse_command({**open_table(100_000), "table": name})
    assert isinstance(opening, OpenTable)
    submission = opening.submission.model_copy(update={"regulation": regulation})
    return opening.model_copy(update={"submission": submission})


def _played(table: Table, *commands: Command) -> Table:
    for command in commands:
        table, *_ = decide(table, command, stamp({}), games=GAMES)
    return table


def _bet(seat: int, amount: int) -> Command:
    asked = ask("place_wager", seat=1, wager="even", amount=amount)
    return parse_command(asked).model_copy(update={"seat": seat, "wager": "sevens"})


def _throw(*dice: int) -> Command:
    return parse_command(ask("roll", dice=[1, 1, 1])).model_copy(update={"dice": list(dice)})


def test_a_table_hosts_a_game_of_another_shape_with_the_same_books() -> None:
    table = _played(Table(name="CR01"), _open("CR01", "xx-sevens"))
    assert next_commands(table, GAMES)[:5] == (
        "open_round",
        "buy_in",
        "fill",
        "credit",
        "count_tray",
    )
    opened = parse_command(open_round())
    shown = {one.command: one for one in options(_played(table, opened), GAMES)}
    assert (shown["roll"].dice, shown["buy_in"].choices["seat"][-1]) == (2, 24)
    table = _played(table, opened, _bet(24, 500), _throw(2, 2))
    assert (table.tray, table.rounds, table.books.last_round) == (99_500, 1, "CR01-1-1")
    kept = cast("Sevens", table.game)
    assert [one.seat for one in kept.down] == [24]
    table = _played(table, parse_command(ask("buy_in", seat=6, amount=1_000)))
    table = _played(table, opened, _throw(3, 4))
    assert (table.tray, table.rounds, table.books.played) == (99_000, 2, {1: 2})
    closing = parse_command(ask("close_table", inventory=99_000))
    assert not _played(table, closing).books.exceptions


def test_each_regulation_has_the_game_it_names() -> None:
    assert GAMES.by_regulation["xx-sevens@1"].name == "sevens"
    assert GAMES.by_regulation["md-pai-gow"].name == "pai_gow"
    table = _played(Table(name="CR01"), _open("CR01", "xx-sevens"))
    closed = _played(table, parse_command(ask("close_table", inventory=100_000)))
    again = _played(closed, _open("CR01", "nj-pai-gow"))
    assert type(again.game).__name__ == "PaiGow"
