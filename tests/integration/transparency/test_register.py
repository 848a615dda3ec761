"""The register that the operations guide shows: ids are opaque, and a person can be forgotten."""

import re
from pathlib import Path

import psycopg
import pytest

from domain.messages.commands import parse_command


@pytest.fixture
def statements(root: Path) -> list[str]:
    return re.findall(r"```sql\n(.+?)```", (root / "docs/operations.md").read_text(), re.DOTALL)


def test_the_register_of_the_guide_gives_ids_and_forgets(
    database: str, statements: list[str]
) -> None:
    make, forget = statements
    with psycopg.connect(database, autocommit=True) as conn:
        conn.execute(make)
        conn.execute(
            "INSERT INTO people (name, keep_until) SELECT 'Ann Example', current_date + n"
            " FROM generate_series(-1, 48) AS n"
        )
        known = [row[0] for row in conn.execute("SELECT player FROM people ORDER BY keep_until")]
        assert len(set(known)) == 50
        for player in known:
            assert re.fullmatch(r"p-[0-9a-f]{32}", player)
            told = {"command": "place_wager", "seat": 1, "wager": "pai_gow", "amount": 500}
            assert parse_command({**told, "player": player})
        conn.execute(forget)
        left = [row[0] for row in conn.execute("SELECT player FROM people ORDER BY keep_until")]
    assert left == known[1:]
