"""On the topic, too, nobody commands another's table or in another's name."""

import hashlib
from pathlib import Path

import pytest

from services.settings import Settings
from services.store.ledger import Ledger
from tests.integration.kafka.test_ingest import ingesting
from tests.integration.kafka.test_relay import wait_for
from tests.integration.kafka.test_signed_commands import TOKEN, events, signed, with_id
from tests.support.kafka.sent import committed, rejected, send_raw
from tests.support.store.playing import buy_in, open_table, running


@pytest.fixture
def scoped(settings: Settings, tmp_path: Path) -> Settings:
    digest = hashlib.sha256(TOKEN.encode()).hexdigest()
    file = tmp_path / "tokens.toml"
    file.write_text(
        f'[[token]]\nid = "d7"\nrole = "dealer"\nsha256 = "{digest}"\ntables = ["PG01"]\n'
    )
    return settings.model_copy(update={"auth": "on", "tokens": file})


def test_what_is_not_the_senders_is_rejected(scoped: Settings, ledger: Ledger) -> None:
    day = {"command": "close_day", "day": "2026-11-15", "status": "provisional"}
    boss = {"id": "the boss", "role": "pit_manager"}
    send_raw(
        scoped,
        signed(with_id(open_table("PG01"))),
        signed(with_id(open_table("PG02")), key=b"PG02"),
        signed(with_id(day), key=b"day:2026-11-15"),
        signed(with_id(buy_in("PG01", 100), actor=boss)),
        signed(with_id(buy_in("PG01", 200))),
    )
    with running(ledger) as desk, ingesting(scoped, ledger, desk):
        wait_for(lambda: committed(scoped) == 5, 30)
    assert [told["event"] for told in events(ledger)] == ["TableOpened", "ChipsBought"]
    told = [one["rejected"] for one in rejected(scoped)]
    assert [one["problem"] for one in told] == ["forbidden"] * 3
    reasons = " ".join(one["reason"] for one in told)
    for words in ("table PG02", "the whole property", "another actor than d7"):
        assert words in reasons
