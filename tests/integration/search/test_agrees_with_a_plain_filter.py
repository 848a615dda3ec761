"""Whatever is asked of a simulated evening, the index finds what a look at every round finds."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from domain.events.round import WagerPlaced
from domain.game_library import PLAYED
from domain.games.pai_gow.pieces.phrases import known_phrases
from domain.messages.events import decode
from projections import all_projections
from projections.rounds.row import RoundRow
from projections.rounds.search import STATES, states_of
from services.desk import Desk
from services.projector.feed import LogFeed
from services.projector.read_models import ReadModels
from services.projector.rebuild import Rebuild
from services.projector.runner import Runner
from services.queries import Queries
from services.search import statement
from services.search.asked import OUTCOMES, WAGERS, Asked, BadSearch, read_criteria
from services.search.criteria import Criteria, Cursor
from services.search.rounds import RoundSearch
from services.store.database import Datastore, open_datastore
from services.store.ledger import Ledger
from services.tools.simulator import Floor
from tests.support.search.plain import matching, wagers_of
from tests.support.store.databases import new_database
from tests.support.store.playing import do, hand_in, running

COMPLAINTS = (
    ("PG01", 3, None),
    ("PG02", 4, "held"),
    ("PG03", 5, "dismissed"),
    ("CR01", 6, "upheld"),
)
START = datetime(2026, 3, 1, 18, tzinfo=UTC)
SEARCHES = 80


@pytest.fixture(scope="module")
def evening(server: str) -> Iterator[Datastore]:
    """Tiles, cards and craps, with complaints about some of it."""
    datastore = open_datastore(new_database(server), connections=4)
    ledger = Ledger(datastore)
    with running(ledger) as desk:
        floor = Floor(tables=12, rounds=14, seed=5, start=START, tables_of={"craps": 3})
        hand_in(desk, floor.stream())
        complain(desk, ledger)
    models = ReadModels(datastore)
    models.create(all_projections())
    Runner(LogFeed(ledger), models, all_projections()).catch_up()
    yield datastore
    datastore.close()


def complain(desk: Desk, ledger: Ledger) -> None:
    """Of each state one."""
    for table, number, state in COMPLAINTS:
        name = f"{table}-1-{number}"
        events = [decode(one.topic, one.state) for one in ledger.log_of_round(name)]
        seat = next(one.seat for one in events if isinstance(one, WagerPlaced))
        made = {"command": "complain", "round": name, "seat": seat, "words": "short paid"}
        [told] = do(desk, {**made, "table": table})
        which = {"table": table, "complaint": told["seq"]}
        if state is not None:
            do(desk, {"command": "hold_dispute", "amount": 500, **which})
        if state in ("dismissed", "upheld"):
            paid = {"adjustment": 500} if state == "upheld" else {}
            ruling = {"command": "rule_dispute", "decision": state, "reason": "seen on video"}
            do(desk, {**ruling, "supervisor": "Ann", **which, **paid})


@pytest.fixture(scope="module")
def rows(evening: Datastore) -> list[RoundRow]:
    books = Queries(evening)
    found = [row for table in books.tables() for row in books.rounds_of(table.table, 1000)]
    assert {state for row in found for state in states_of(row)} >= set(STATES) - {"corrected"}
    return found


def asked_at_random(rng: Random, rows: list[RoundRow]) -> Asked:
    """Mostly of some round that there is, so that there is something to find."""
    row = rng.choice(rows)
    lines = wagers_of(row)
    seat, player, wager, outcome, amount, paid = rng.choice(
        lines or [(1, "x", "bank", "win", 5, 5)]
    )
    opened = datetime.fromisoformat(row.opened)
    likely = rng.random() < 0.8
    hand = row.hands.get(str(seat) if rng.random() < 0.7 else "dealer", ())
    parts: dict[str, object] = {
        "table": row.table if likely else "PG77",
        "day": row.day,
        "since": (opened - timedelta(minutes=rng.randrange(60))).isoformat(),
        "until": (opened + timedelta(minutes=rng.randrange(60))).isoformat(),
        "seat": str(seat) if likely else rng.choice(("dealer", "1", "6", "9")),
        "player": player if likely else "nobody",
        "dice": "-".join(map(str, row.dice or (1, 2, 3))) if likely else "6-6-6",
        "outcome": outcome if likely else rng.choice(OUTCOMES),
        "wager": wager if likely else rng.choice(WAGERS),
        "least": max(0, rng.choice((amount, paid)) - rng.choice((0, 0, 100))),
        "most": max(amount, paid) + rng.choice((0, 10, 10_000)),
        "game": rng.choice(PLAYED),
        "state": rng.choice(STATES),
    }
    chosen = {
        name: parts[name] for name in rng.sample(sorted(parts), rng.choice((0, 1, 1, 2, 2, 3, 4)))
    }
    pieces = list(hand) if likely and hand else list(known_phrases())
    count = rng.choice((0, 0, 0, 1, 1, 2, 3))
    return Asked(piece=tuple(rng.sample(pieces, min(count, len(pieces)))), **chosen)  # type: ignore[arg-type]


def every_page(search: RoundSearch, asked: Criteria, limit: int, *, sees_hidden: bool) -> list[str]:
    found: list[str] = []
    cursor: Cursor | None = None
    while True:
        page = search.find(asked, cursor, limit, sees_hidden=sees_hidden)
        found += [row.round for row in page.rounds]
        assert len(page.rounds) <= limit
        assert bool(page.why) == (not found)
        cursor = page.next
        if cursor is None:
            return found


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("newest", [5, 5000])
def test_every_search_finds_what_is_there(
    evening: Datastore,
    rows: list[RoundRow],
    seed: int,
    newest: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also where the newest rounds are few, so that the index has to say the rest."""
    monkeypatch.setattr(statement, "NEWEST", newest)
    rng, search = Random(seed), RoundSearch(evening, Queries(evening))
    found, refused = 0, 0
    for _ in range(SEARCHES):
        try:
            asked = read_criteria(asked_at_random(rng, rows))
        except BadSearch:
            refused += 1
            continue
        sees_hidden, limit = rng.random() < 0.4, rng.choice((1, 7, 50, 200))
        expected = matching(rows, asked, sees_hidden=sees_hidden)
        # All pages of a long answer are many statements: of those the first ones will do.
        if limit == 1 and len(expected) > 20:
            limit = 50
        assert every_page(search, asked, limit, sees_hidden=sees_hidden) == expected, asked
        found += bool(expected)
    assert found > SEARCHES // 4
    assert refused < SEARCHES // 2


def test_built_anew_it_is_the_same(evening: Datastore, rows: list[RoundRow]) -> None:
    def indexed() -> list[dict[str, object]]:
        with evening.get_connection() as conn:
            return conn.execute("SELECT * FROM read_rounds_search ORDER BY id").fetchall()

    before = indexed()
    assert len(before) == len([row for row in rows if row.ended])
    ledger = Ledger(evening)
    Rebuild(ledger, ReadModels(evening), *all_projections()).run()
    assert indexed() == before
    Rebuild(ledger, ReadModels(evening), *all_projections()).run()
    with evening.get_connection() as conn:
        names = conn.execute(
            "SELECT indexname FROM pg_indexes WHERE tablename = 'read_rounds_search' ORDER BY 1"
        ).fetchall()
    assert {"read_rounds_search_by_time", "read_rounds_search_by_value"} <= {
        row["indexname"] for row in names
    }
