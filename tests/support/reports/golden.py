"""Fingerprints of everything that is shown of two evenings, to see that a change changed nothing.

`python -m tests.support.reports.golden` writes them anew, for a change of what is shown that is meant.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec

from domain.events import Event
from domain.messages.events import decode
from projections import Row, all_projections
from projections.floor import TableRow
from projections.floor.view import table_view
from projections.reports import REPORTS
from projections.rounds.row import RoundRow
from services.bootstrap import Service, open_service
from services.explain.printed import printed_round
from services.offline.expect import games_for
from services.offline.play import Rejection, play_lines
from services.reports.gathering import gather
from services.reports.page import as_page
from services.reports.written import as_csv, as_json
from services.settings import read_settings
from services.store.embedded import start_embedded, stop_embedded
from services.tools.simulator import Floor as SimulatedFloor
from tests.support.reports import evening
from tests.support.reports.evening import DAYS, Floor
from tests.support.shared import new_data_folder
from tests.support.store.databases import new_database
from tests.support.store.playing import hand_in

FILE: Final = Path(__file__).with_name("golden.json")
EXAMPLES: Final = Path(__file__).parents[3] / "examples"
THRESHOLD: Final = 10_000
_RECORDED: Final = re.compile(rb'"recorded":"[^"]*"')
_ROUND_A_TAG: Final = re.compile(r"\s*(<[^>]*>)\s*")


def told(house: Service) -> None:
    """Everything that the books know, told by hand: slips, corrections, closed days."""
    floor = Floor(house.desk)
    slips = evening.first_day(floor)
    evening.cards(floor)
    floor.close_day(DAYS[0], "provisional")
    evening.count(floor, DAYS[1])
    floor.close_day(DAYS[0], "counted")
    evening.correct_late(floor, slips)
    at = f"{DAYS[1]}T21:00:00Z"
    bought = {"command": "buy_in", "seat": 2, "amount": 20_000, "player": "<b>bob</b>"}
    floor.tell("PG02", at, bought)


def simulated(house: Service) -> None:
    """Banks, side wagers, mishaps and corrections of rounds, as the simulator plays them."""
    start = datetime(2026, 3, 1, 18, tzinfo=UTC)
    floor = SimulatedFloor(tables=6, rounds=12, seed=7, start=start)
    hand_in(house.desk, floor.stream())


EVENINGS: Final = {"told": told, "simulated": simulated}


def fingerprints(house: Service) -> dict[str, str]:
    """Of each report in each form, each read model and each page, by name."""
    return {name: hashlib.sha256(shown).hexdigest() for name, shown in _shown(house)}


def _shown(house: Service) -> Iterator[tuple[str, bytes]]:
    storage = house.storage
    rows = storage.books.rows
    for day in DAYS[:2]:
        for table in (None, "PG02"):
            books = gather(rows, day, table=table, threshold=THRESHOLD)
            for name, entry in REPORTS.items():
                report = entry.build(books)
                place = f"{name}/{day}/{table or 'all'}"
                yield f"{place}/json", as_json(report)
                yield f"{place}/csv", as_csv(report).encode()
                yield f"{place}/html", squeezed(as_page(report))
                yield f"{place}/file", squeezed(as_page(report, alone=True))
            yield (
                f"reconciliation/{day}/{table or 'all'}/object",
                msgspec.json.encode(books.reconciliation()),
            )
    yield "tables", msgspec.json.encode(storage.books.tables())
    for projection in all_projections():
        if projection.name != "floor":
            found = msgspec.json.encode(rows.find(projection))
            yield f"read/{projection.name}", _RECORDED.sub(b"", found)
    ids = [row.round for table in storage.books.tables() for row in _rounds(house, table.table)]
    pages = [printed_round(one, _events(house, one)) for one in ids]
    yield "rounds/printed", squeezed("".join(pages))


def _rounds(house: Service, table: str) -> list[RoundRow]:
    return house.storage.books.rounds_of(table, 1000)


def _events(house: Service, round_id: str) -> list[Event]:
    return [decode(one.topic, one.state) for one in house.storage.ledger.log_of_round(round_id)]


def squeezed(page: str) -> bytes:
    """Where a page breaks its lines is no matter, nor which name it has for a quotation mark."""
    page = page.replace("&#39;", "&#x27;").replace("&#34;", "&quot;")
    return re.sub(r"\s+", " ", _ROUND_A_TAG.sub(r"\1", page)).encode()


def kept() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = json.loads(FILE.read_text())
    return found


def folded(played: Iterable[Event | Rejection]) -> dict[str, str]:
    """Of each read model's rows as they stood after every event, as the API would show them."""
    models = all_projections()
    hashes = {one.name: hashlib.sha256() for one in models}
    rows: dict[tuple[str, str], Row] = {}
    for event in (one for one in played if isinstance(one, Event)):
        for model in models:
            place = model.place(event)
            if place is not None:
                before = rows.get((model.name, place)) or model.first(place, event)
                row = rows[model.name, place] = model.fold(before, event)
                shown = table_view(row) if isinstance(row, TableRow) else row
                hashes[model.name].update(msgspec.json.encode(shown))
    return {name: found.hexdigest() for name, found in hashes.items()}


def examples() -> dict[str, str]:
    """One for each example and conformance file; other lines than commands tell what to expect."""
    found = {}
    for file in sorted(EXAMPLES.rglob("*.jsonl")):
        lines = [line for line in file.read_bytes().splitlines() if b'"command"' in line]
        if lines:
            told = json.dumps(folded(play_lines(lines, games_for(file)))).encode()
            name = str(file.relative_to(EXAMPLES))
            found[name] = hashlib.sha256(told).hexdigest()
    return found


def floor() -> dict[str, str]:
    """Enough rounds that most mishaps and corrections come to pass."""
    start = datetime(2026, 3, 1, 18, tzinfo=UTC)
    commands = SimulatedFloor(tables=10, rounds=40, seed=11, start=start).stream()
    return folded(play_lines(json.dumps(command).encode() for command in commands))


FOLDED: Final = {"examples": examples, "floor": floor}


def played(server: str, name: str) -> dict[str, str]:
    """One of the evenings in a database of its own, and its fingerprints."""
    settings = read_settings({}, database_url=new_database(server), currency_threshold=THRESHOLD)
    with open_service(settings) as house:
        EVENINGS[name](house)
        house.runner.catch_up()
        return fingerprints(house)


def _write() -> None:
    with new_data_folder() as data:
        server = start_embedded(data)
        found = {name: played(server, name) for name in EVENINGS}
        found |= {name: fold() for name, fold in FOLDED.items()}
        stop_embedded(data)
    FILE.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    _write()
