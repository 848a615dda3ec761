"""Examples for the API's description: commands of a file, and what the real code makes of them."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
from fastapi import FastAPI

from domain.commands import Command, CommandError
from domain.events import Event
from domain.hosting import house_way
from domain.messages.commands import parse_command
from domain.refusals import Refused
from projections.balances import Balances
from projections.currency import Currency
from projections.days import Days
from projections.floor import Floor
from projections.floor.next_view import next_view
from projections.floor.view import table_view
from projections.issues import Issues
from projections.projection import Projection, Row, folded
from projections.reports import REPORTS
from projections.reports.day_books import DayBooks
from projections.rounds import Rounds
from projections.sessions import Sessions
from projections.slips import Slips
from projections.table_days import TableDays
from services.desk import CommandRefused
from services.http.description import describe
from services.http.description.describing import DEFAULT
from services.http.problems import Problem, problem_body, problem_of
from services.http.routes import add_api
from services.offline.play import Pit, commands_of
from services.reports.written import as_object
from services.sight import mask_event, mask_round

FILE: Final = Path(__file__).parents[3] / "examples" / "round.jsonl"
_TABLE: Final = "PG01"
_FIRST: Final = "PG01-1-1"
_DAY: Final = "2026-11-14"
_HAND: Final = ("2-6", "2-4", "6-6", "4-5")
_WRONG: Final = {"command": "roll", "table": _TABLE, "dice": [1, 2, 7]}
R = TypeVar("R", bound=Row)


def api_examples(file: Path = FILE) -> dict[str, Any]:
    """By operation: what is asked and what is answered; and problems, by the answer they are of."""
    commands = [command for _, command in commands_of(file.read_bytes().splitlines())]
    evening = _Evening(commands)
    examples: dict[str, Any] = _plain(
        {
            "sendTableCommands": {
                "asked": _asked(commands, of_a_table=True),
                "answered": {"events": evening.of("place_wager")},
            },
            "sendCommands": {
                "asked": _asked(commands, of_a_table=False),
                "answered": {"events": evening.of("place_wager")},
            },
            **_of_the_books(evening),
            **_of_the_office(evening),
            "isAlive": {"answered": {"status": "alive"}},
            "isReady": {"answered": {"status": "ready", "checks": {"desk": "ok", "store": "ok"}}},
            "isApiReady": {"answered": {"status": "ready", "checks": {"api": "ok"}}},
            "problems": _problems(),
        }
    )
    return examples


class _Evening:
    """All that happened, and how it stood while the first round was played."""

    def __init__(self, commands: Iterable[Command]) -> None:
        pit = Pit()
        self._made: list[tuple[str, list[Event]]] = []
        for command in commands:
            self._made.append((command.command, pit.play(command)))
        self.events = [event for _, made in self._made for event in made]

    def of(self, command: str) -> list[Event]:
        """What the first command of this name made."""
        return next(made for name, made in self._made if name == command)

    def up_to(self, command: str) -> list[Event]:
        """Everything up to what the first command of this name made."""
        names = [name for name, _ in self._made]
        return [event for _, made in self._made[: names.index(command) + 1] for event in made]

    def rows(self, projection: Projection[R]) -> tuple[R, ...]:
        return tuple(folded(projection, self.events).values())


def _asked(commands: list[Command], *, of_a_table: bool) -> dict[str, Any]:
    """As a client would send them: to a table's own address without its name."""

    def told(name: str) -> dict[str, Any]:
        command = next(one for one in commands if one.command == name)
        said = command.model_dump(mode="json", exclude_unset=True)
        # Told now: who tries it as it stands opens a session of today.
        return {key: value for key, value in said.items() if key not in ("table", "at")} | (
            {} if of_a_table and name != "open_table" else {"table": _TABLE}
        )

    return {
        "openTable": {"summary": "Open a table", "value": told("open_table")},
        "placeWager": {"summary": "A wager", "value": told("place_wager")},
        "severalAsOne": {
            "summary": "Several, done as one: all of them or none",
            "value": [told("open_round"), told("place_wager"), told("no_more_bets")],
        },
    }


def _of_the_books(evening: _Evening) -> dict[str, Any]:
    floor = folded(Floor(), evening.up_to("no_more_bets"))[_TABLE]
    first = mask_round(folded(Rounds(), evening.events)[_FIRST])
    of_round = [mask_event(one, first) for one in evening.events if one.round == _FIRST]
    betting = folded(Floor(), evening.up_to("open_round"))[_TABLE]
    return {
        "listTables": {"answered": {"tables": [table_view(floor)], "broken": []}},
        "readTable": {"answered": table_view(floor)},
        "readNext": {"answered": next_view(floor)},
        "readHouseWay": {"answered": house_way(betting.state, _HAND)},
        "readRound": {"answered": first},
        "listTableRounds": {"answered": {"rounds": [first]}},
        "listRoundEvents": {"answered": {"events": of_round[:3]}},
        "listEvents": {"answered": {"events": evening.events[:2], "next": 2}},
    }


def _of_the_office(evening: _Evening) -> dict[str, Any]:
    rows = evening.rows
    books = DayBooks(
        day=_DAY,
        sessions=rows(Sessions()),
        issues=rows(Issues()),
        slips=rows(Slips()),
        cash=rows(Currency()),
        balances=tuple(row for row in rows(Balances()) if row.day == _DAY),
        days=rows(Days()),
        table_days=rows(TableDays()),
    )
    return {
        "readReconciliation": {"answered": books.reconciliation()},
        "listReports": {"answered": {"reports": list(REPORTS)}},
        "readReport": {"answered": as_object(REPORTS["master_game"].build(books))},
    }


def _problems() -> dict[str, Any]:
    return {
        "Conflict": _refused(
            parse_command({"command": "roll", "table": _TABLE, "dice": [1, 2, 3]})
        ),
        "Invalid": _invalid(_WRONG),
        "NotFound": problem_body(Problem("not-found", "there is no table PG99")),
    }


def _refused(command: Command) -> dict[str, Any]:
    try:
        Pit().play(command)
    except Refused as refusal:
        return _told(CommandRefused(refusal, 0, command))
    raise AssertionError(f"{command.command} is no example of a refusal")


def _invalid(value: dict[str, Any]) -> dict[str, Any]:
    try:
        parse_command(value)
    except CommandError as error:
        return _told(error)
    raise AssertionError(f"{value} is no example of what is wrong")


def _told(error: Exception) -> dict[str, Any]:
    problem = problem_of(error)
    assert problem is not None
    return problem_body(problem)


def _plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def openapi() -> dict[str, Any]:
    """The whole description, of a house that asks who one is."""
    app = FastAPI()
    add_api(app)
    return describe(app.routes, asks_who=True, server=DEFAULT, examples=api_examples())


def written_as_json(value: dict[str, Any]) -> str:
    """In its own order, which is the reader's."""
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"
