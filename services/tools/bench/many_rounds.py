"""Rounds by the hundred thousand, made up from a seed: as many as ten million events leave."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import islice
from random import Random
from typing import Final

from msgspec.structs import replace

from domain.events.round import Outcome, WagerLine
from domain.games.library import regulation_name
from domain.gaming_day import GamingDay, write_moment
from projections.projection import folded
from projections.rounds import RoundRow, Rounds
from projections.rounds.search import SearchRow, search_row
from services.projector.search_index import (
    create_index,
    drop_index,
    make_search_indexes,
    save_index,
)
from services.store.connection import allowing
from services.store.database import Datastore
from services.tools.simulator import Floor, tables_among
from services.tools.simulator.mistakes import decided

TABLES: Final = 50
PLAYERS: Final = 5000
YEARS: Final = 10
"""The rounds of one year are made up, and told again for each of the years before."""
LAST: Final = datetime(2026, 11, 15, 20, tzinfo=UTC)
_MODEL_TABLES: Final = 28
_MODEL_ROUNDS: Final = 8
_STAKES: Final = (500, 1000, 2500, 2500, 5000, 10_000, 25_000, 100_000)
_OUTCOMES: Final[tuple[Outcome, ...]] = ("win", "lose", "lose", "push", "push", "surrender")
_BATCH: Final = 5000
_FILL_SECONDS: Final = 900.0
_TOLD_AGAIN: Final = """
INSERT INTO read_rounds_search
SELECT split_part(id, '-', 1) || '-' || (split_part(id, '-', 2)::int + 1000 * %(back)s) || '-'
       || split_part(id, '-', 3),
       opened - interval '365 days' * %(back)s, ended - interval '365 days' * %(back)s,
       array_replace(tags, 'day ' || (opened::date)::text,
                     'day ' || (opened::date - 365 * %(back)s)::text),
       seats, players, wagers, outcomes, amounts, paid, pieces, hidden
  FROM read_rounds_search WHERE opened > %(since)s"""


def fill(datastore: Datastore, rounds: int, seed: int) -> None:
    """The index of the rounds of some years, ready to be searched."""
    rng = Random(seed)  # noqa: S311  no secret: the same rounds again
    with allowing(_FILL_SECONDS), datastore.get_connection() as conn:
        drop_index(conn, Rounds.name)
        create_index(conn, Rounds.name)
        made = _a_year(rng, rounds // YEARS)
        while batch := list(islice(made, _BATCH)):
            save_index(conn.cursor(), Rounds.name, batch)
        for back in range(1, YEARS):
            conn.execute(_TOLD_AGAIN, {"back": back, "since": LAST - timedelta(days=365)})
        make_search_indexes(conn, Rounds.name)
        conn.execute("VACUUM ANALYZE read_rounds_search")


@cache
def _models() -> dict[str, list[RoundRow]]:
    """Rounds of a simulated floor, by regulation: what is wagered where, and what is dealt."""
    tables_of = tables_among(_MODEL_TABLES)
    floor = Floor(_MODEL_TABLES, _MODEL_ROUNDS, seed=1, start=LAST, tables_of=tables_of)
    found: defaultdict[str, list[RoundRow]] = defaultdict(list)
    for table in floor.names():
        events = [event for one in decided(floor.commands(table)) for event in one.events]
        for row in folded(Rounds(), events).values():
            if row.phase == "closed" and row.wagers:
                found[row.regulation].append(row)
    return dict(found)


def pieces_of(regulation: str) -> list[str]:
    """What is dealt under it, each kind once."""
    rows = next(rows for ref, rows in _models().items() if regulation_name(ref) == regulation)
    return sorted({piece for row in rows for hand in row.hands.values() for piece in hand})


def _a_year(rng: Random, rounds: int) -> Iterator[SearchRow]:
    regulations = sorted(_models())
    for number in range(rounds):
        opened = LAST - timedelta(days=364) * (number / rounds)
        table = rng.randrange(TABLES)
        row = RoundRow(
            key=f"PG{table:02d}",
            round=f"PG{table:02d}-{number // 100 + 1}-{number % 100 + 1}",
            table=f"PG{table:02d}",
            session=number // 100 + 1,
            regulation=regulations[table * len(regulations) // TABLES],
            phase="voided" if rng.random() < 0.01 else "closed",
            opened=write_moment(opened),
            ended=write_moment(opened + timedelta(seconds=rng.randrange(40, 200))),
            day=str(GamingDay().of(opened)),
            wagers=(),
        )
        searched = search_row(_played(rng, row))
        assert searched is not None
        yield searched


def _played(rng: Random, row: RoundRow) -> RoundRow:
    """As some simulated round: with other players, amounts and dice, and dealt anew."""
    model = rng.choice(_models()[row.regulation])
    wagers = tuple(_lines(rng, model))
    gave_up = {line.seat for line in wagers if line.outcome == "surrender" and model.hands}
    return replace(
        row,
        wagers=wagers,
        dice=None if model.dice is None else tuple(rng.randrange(1, 7) for _ in model.dice),
        hands=_dealt(rng, model),
        surrendered=tuple(sorted(gave_up)),
    )


def _lines(rng: Random, model: RoundRow) -> Iterator[WagerLine]:
    # Half of the rounds are those of a tenth of the players.
    players = {
        seat: rng.randrange(PLAYERS // 10 if rng.random() < 0.5 else PLAYERS)
        for seat in sorted({line.seat for line in model.wagers})
    }
    for line in model.wagers:
        amount, outcome = rng.choice(_STAKES), rng.choice(_OUTCOMES)
        yield WagerLine(
            seat=line.seat, wager=line.wager, amount=amount, coupon=0,
            player=f"player-{players[line.seat]}", outcome=outcome,
            paid=amount if outcome == "win" else 0, vigorish=0, rule="",
        )  # fmt: skip


def _dealt(rng: Random, model: RoundRow) -> dict[str, tuple[str, ...]]:
    pieces = [piece for hand in model.hands.values() for piece in hand]
    rng.shuffle(pieces)
    left = iter(pieces)
    return {place: tuple(islice(left, len(hand))) for place, hand in model.hands.items()}
