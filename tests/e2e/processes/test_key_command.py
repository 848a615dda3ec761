"""`pitledger key` beside a service at work: two at once, and tables play on."""

import subprocess
from pathlib import Path

import httpx

from services.settings import read_settings
from services.storage import open_storage
from services.transparency.kept_keys import read_history
from services.transparency.key_file import read_keys
from services.transparency.keys import load_keys
from tests.support.processes import preloaded
from tests.support.processes.service import served
from tests.support.store.playing import buy_in, open_table
from tests.support.transparency.house import House
from tests.support.transparency.keys import ORIGIN
from tests.support.transparency.teller import Teller

NAMED = {"PITLEDGER_ORIGIN": ORIGIN}


def test_of_two_rotations_at_once_each_is_recorded_or_refused(data: Path) -> None:
    settings, heard = read_settings({}, data=data, origin=ORIGIN), Teller()
    load_keys(settings, make=True)
    with served(data, **NAMED) as service, open_storage(settings) as storage:
        house = House(storage.ledger, data / "seal.key")
        house.signers()
        both = [
            preloaded.start(
                ["key", "rotate", f"--data={data}", f"--reason={number}"],
                env={"PATH": "/usr/bin:/bin", **NAMED},
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
            for number in range(2)
        ]
        for one in both:
            heard.hear("".join(one.communicate(timeout=300)))
        codes = [one.returncode for one in both]
        assert set(codes) <= {0, 3}, heard.heard
        assert 0 in codes
        known = [one.key for one in read_history(storage.ledger.datastore).keys]
        assert known == [one.verifier for one in read_keys(house.file)]
        assert len(known) == 1 + codes.count(0)
        for command in (open_table("PG01"), buy_in("PG01")):
            answer = httpx.post(f"{service.url}/v1/commands", json=command)
            assert answer.status_code == 201, answer.text
    heard.expect_no_secret_of(house.file)
