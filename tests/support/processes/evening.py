"""An evening of a whole house as processes, on whatever server it is given."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import httpx
from typer.testing import CliRunner

from services.cli.main import app
from tests.support.processes.service import served
from tests.support.processes.waiting import wait_for
from tests.support.store.two_roles import TwoRoles, do_sql


class Evening(NamedTuple):
    """Where its house lies, for the commands beside it."""

    two: TwoRoles
    environment: dict[str, str]

    def call(self, *arguments: str) -> str:
        """What a command prints that ends well; in this process, which has loaded everything."""
        done = CliRunner().invoke(app, arguments, env=self.environment)
        assert done.exit_code == 0, f"{arguments}: {done.output} {done.exception!r}"
        return done.stdout


def migrated(two: TwoRoles, folder: Path) -> Evening:
    """Made by the command line, with a key to seal by."""
    where = {
        "PITLEDGER_DATABASE_URL": two.runtime,
        "PITLEDGER_OWNER_URL": two.owner,
        "PITLEDGER_SEAL_KEY_FILE": str(folder / "seal.key"),
        "PITLEDGER_ORIGIN": "pitledger/evening",
    }
    house = Evening(two, where)
    house.call("key", "new", where["PITLEDGER_SEAL_KEY_FILE"])
    assert "may append to the log, and do nothing else with it" in house.call("migrate")
    return house


def played(house: Evening, data: Path, during: Callable[[], None] = lambda: None) -> str:
    """Desk, API, projector and seal, and a floor that plays; what is reconciled afterwards."""
    serving = {name: told for name, told in house.environment.items() if "OWNER" not in name}
    with served(data, **serving) as service:
        house.call(
            "simulate", "--tables=2", "--craps=1", "--rounds=3", "--seed=7", f"--url={service.url}"
        )
        wait_for(lambda: httpx.get(f"{service.url}/readyz", timeout=30).status_code == 200)
        wait_for(lambda: head(house, "pitledger_checkpoints", "size") == head(house))
        report = httpx.get(f"{service.url}/v1/reconciliation", timeout=30).json()
        assert report["balanced"] is True
        during()
        assert service.stop() == 0
    return house.call("reconcile", f"--day={report['day']}")


def head(house: Evening, table: str = "pitledger_events", column: str = "notification_id") -> int:
    ((found,),) = do_sql(house.two.superuser, f"SELECT coalesce(max({column}), 0) FROM {table}")
    assert isinstance(found, int)
    return found
