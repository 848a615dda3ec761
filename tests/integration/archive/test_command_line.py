"""`archive` and `prune` as typed, and what the service and the other commands read afterwards."""

import json

import pytest
from typer.testing import CliRunner, Result

from services.archive.manifests import newest_manifest
from services.bootstrap import open_service
from services.cli.boundary import code_of_failure
from services.cli.main import app
from services.settings import Settings
from services.store.archived import ArchiveAway
from tests.integration.archive.conftest import MakeHouse
from tests.support.archive.house import House
from tests.support.http.playing import expect_problem
from tests.support.http.serving import served
from tests.support.store.databases import owner_of
from tests.support.transparency.at_once import KEY, seal


def call(house: House, *arguments: str, **more: str) -> Result:
    environment = {
        "PITLEDGER_DATABASE_URL": house.settings.database_url,
        "PITLEDGER_OWNER_URL": owner_of(house.settings.database_url),
        "PITLEDGER_ARCHIVE_URL": house.settings.archive_url,
        **more,
    }
    return CliRunner().invoke(app, list(arguments), env=environment)


def out(result: Result) -> str:
    assert result.exit_code == 0, result.output
    return result.stdout


READ = (
    ("replay", "PG01-1-1"),
    ("replay", "PG01-1-2", "--json"),
    ("reconcile", "--day", "2026-03-01", "--json"),
    ("report", "master_game", "--day", "2026-03-01"),
)


@pytest.fixture(scope="module")
def house(new_house: MakeHouse) -> House:
    """Taken out by the commands themselves; what they print is kept from before."""
    house = new_house()
    house.play(3)
    house.project()
    return house


@pytest.fixture(scope="module")
def told(house: House) -> dict[tuple[str, ...], str]:
    before: dict[tuple[str, ...], str] = {one: call(house, *one).stdout for one in READ}
    assert all(before.values())
    seal(house.ledger)
    archived = out(call(house, "archive"))
    assert f"archived events 1 to {house.ledger.head()} in {house.folder}" in archived
    assert out(call(house, "archive")) == f"{house.folder} holds all that is sealed\n"
    checked = out(call(house, "archive", "--check", "--key", str(KEY.verifier)))
    assert f"{house.ledger.head()} events" in checked
    assert "signatures checked" in checked
    pruned = out(call(house, "prune", "--before", "2026-03-03"))
    assert f"events 1 to {house.ledger.pruned.position()} were taken out" in pruned
    assert house.ledger.pruned.position() > 0
    again = out(call(house, "prune", "--before", "2026-03-03"))
    assert again.startswith("nothing is left to take out before 2026-03-03")
    return before


@pytest.mark.parametrize("command", READ)
def test_what_is_printed_of_old_days_stays_the_same(
    house: House, told: dict[tuple[str, ...], str], command: tuple[str, ...]
) -> None:
    assert call(house, *command).stdout == told[command]


@pytest.mark.usefixtures("told")
def test_a_command_that_needs_the_archive_names_the_setting(house: House) -> None:
    result = call(house, "replay", "PG01-1-1", PITLEDGER_ARCHIVE_URL="")
    assert isinstance(result.exception, ArchiveAway)
    assert "PITLEDGER_ARCHIVE_URL" in str(result.exception)
    assert code_of_failure(result.exception) == 69


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("prune", "--before", "2026-03-09"), 1, "is open, not audited"),
        (("prune", "--before", "yesterday"), 2, "--before"),
        (("archive", "--to", "/proc/nowhere"), 1, "cannot be used"),
        (("archive", "--check", "--to", "/tmp/there-is-none-here"), 1, "there is no archive"),
        (("archive", "--check", "--key", "x"), 2, "--key: a verifier key is"),
    ],
)
@pytest.mark.usefixtures("told")
def test_what_stands_against_it_is_one_line(
    house: House, arguments: tuple[str, ...], code: int, said: str
) -> None:
    result = call(house, *arguments)
    assert result.exit_code == code
    (line,) = [one for one in result.stderr.splitlines() if "[info" not in one]
    assert said in line


def test_without_a_place_neither_works(house: House) -> None:
    for command in (("archive",), ("prune", "--before", "2026-03-03")):
        result = call(house, *command, PITLEDGER_ARCHIVE_URL="")
        assert result.exit_code == 2
        assert "PITLEDGER_ARCHIVE_URL" in result.stderr


def test_a_place_of_no_known_kind_is_refused_as_a_setting(house: House) -> None:
    result = call(house, "archive", PITLEDGER_ARCHIVE_URL="ftp://there/it")
    assert "an archive lies in a folder, or at one of file, s3" in str(result.exception)


class TestTheService:
    """Over HTTP, with the archive and without."""

    @pytest.fixture(scope="class")
    @classmethod
    def settings(cls, house: House, told: dict[tuple[str, ...], str]) -> Settings:
        assert told
        return house.settings.model_copy(update={"port": 0})

    @pytest.fixture
    def away(self, settings: Settings) -> Settings:
        return settings.model_copy(update={"archive_url": "/proc/nowhere"})

    def test_events_and_rounds_are_read_from_both(self, house: House, settings: Settings) -> None:
        with open_service(settings) as service, served(service.app(), settings) as running:
            http, events, after = running.http, [], 0
            while page := http.get("/v1/events", params={"after": after}).json()["events"]:
                events += page
                after += len(page)
            log = house.ledger.log_after(0, 10**6)
            assert [event["seq"] for event in events] == [json.loads(e.state)["seq"] for e in log]
            found = http.get("/v1/rounds/PG01-1-1/events").json()["events"]
            assert {event["round"] for event in found} == {"PG01-1-1"}
            assert http.get("/v1/rounds/PG01-1-1").status_code == 200
            assert http.get("/rounds/PG01-1-1").status_code == 200
            as_of = {"day": "2026-03-01", "as_of": events[200]["recorded"]}
            assert http.get("/v1/reconciliation", params=as_of).status_code == 200

    def test_without_the_archive_only_what_lies_there_fails(
        self, house: House, away: Settings
    ) -> None:
        with open_service(away) as service, served(service.app(), away) as running:
            http = running.http
            answer = http.get("/v1/events", params={"after": 0})
            problem = expect_problem(answer, "archive-unavailable")
            assert "/proc/nowhere cannot be used" in problem["detail"]
            assert http.get("/rounds/PG01-1-1", headers={"accept": "text/html"}).status_code == 503
            after = house.ledger.pruned.position()
            assert http.get("/v1/events", params={"after": after}).json()["events"]
            assert http.get("/v1/reconciliation", params={"day": "2026-03-01"}).status_code == 200
            assert http.get("/readyz").status_code == 200


def test_an_archive_that_was_begun_is_told_by_its_newest_manifest(
    house: House, told: dict[tuple[str, ...], str]
) -> None:
    newest = newest_manifest(house.store)
    assert newest is not None
    assert newest.manifest.reach == house.ledger.head()
