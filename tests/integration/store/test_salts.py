"""What the desk stores of hands is salted; the bits that salts are made of are kept nowhere."""

import os
import secrets
import uuid
from collections import Counter
from typing import Final

import msgspec
import pytest

from domain.events.envelope import ShowsPieces
from domain.messages.events import EVENT_TYPES
from services.desk import Desk
from services.store.ledger import Ledger
from tests.support.domain import asked
from tests.support.domain.asked import Asked
from tests.support.domain.books_asked import correct_setting
from tests.support.domain.salted import NAMED, WRITTEN
from tests.support.store.playing import do, open_table, play_floor, read, request, running

HANDS: Final = {1: "6-6 1-6 / 5-5 2-3", 2: "1-1 2-4 / 1-2 3-3"}
FLOOR: Final = {"id": "f1", "role": "floorperson"}
DEALT: Final = asked.up_to_the_deal("1-3 1-5 5-6 4-6", HANDS)
SHOW_PIECES: Final = {kind.__name__ for kind in EVENT_TYPES if issubclass(kind, ShowsPieces)}


def stored(ledger: Ledger) -> list[bytes]:
    return [entry.state for entry in ledger.log_after(0, 100_000)]


def at(table: str, *commands: Asked) -> list[Asked]:
    return [{**command, "table": table} for command in commands]


def play_everything(desk: Desk) -> None:
    """A simulated floor, some cards, and a setting that was keyed in wrong."""
    play_floor(desk, tables=3, rounds=12)
    hands = [asked.set_hand(1), asked.set_hand(2), asked.set_house()]
    put_right = correct_setting(1, ["6-6", "5-5"], ["1-6", "2-3"], actor=FLOOR)
    do(desk, open_table("X1"), *at("X1", *DEALT, *hands, put_right))


def test_every_stored_event_that_shows_pieces_has_a_salt_of_its_own(ledger: Ledger) -> None:
    with running(ledger) as desk:
        play_everything(desk)
    states = stored(ledger)
    names = Counter(msgspec.json.decode(state)["event"] for state in states)
    assert names.keys() >= SHOW_PIECES
    salts = [match[1] for state in states if (match := WRITTEN.search(state))]
    assert len(salts) == sum(names[name] for name in SHOW_PIECES)
    assert len({*salts}) == len(salts)
    for state in states:
        told = msgspec.json.decode(state)
        assert ("salt" in told) == (told["event"] in SHOW_PIECES)
        if NAMED.search(state):  # an opening may file exceptions to the house way; no hand
            assert told["event"] in {*SHOW_PIECES, "TableOpened"}


def test_the_bits_they_are_made_of_are_neither_stored_nor_logged(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    drawn: list[bytes] = []

    def draw(size: int) -> bytes:
        drawn.append(os.urandom(size))
        return drawn[-1]

    monkeypatch.setattr(secrets, "token_bytes", draw)
    with running(ledger) as desk:
        play_everything(desk)
    assert len({*drawn}) == len(drawn) > 1
    kept = everything_in(ledger) + "".join(capfd.readouterr())
    # A column of bytes is written in hex: there the digits may be text, or the bits themselves.
    forms = [form for one in drawn for form in (one.hex(), one.hex().encode().hex(), repr(one))]
    assert not [form for form in forms if form in kept]
    salts = WRITTEN.findall(b"".join(stored(ledger)))
    assert all(salt.hex() in kept for salt in salts)  # so that it looks where it would be


def everything_in(ledger: Ledger) -> str:
    """Every row of every table of the database, as text."""
    with ledger.datastore.get_connection() as conn:
        names = conn.execute(
            "SELECT format('%I', tablename) AS name FROM pg_tables WHERE schemaname = 'public'"
        ).fetchall()
        return "\n".join(
            row["content"]
            for name in names
            for row in conn.execute(f"SELECT t::text AS content FROM {name['name']} t").fetchall()
        )


def test_a_repeat_answers_with_the_salts_of_the_first_time(ledger: Ledger) -> None:
    deal = {**DEALT[-1], "table": "PG01", "command_id": str(uuid.uuid4())}
    with running(ledger) as desk:
        do(desk, open_table("PG01"), *at("PG01", *DEALT[:-1]))
        first = desk.submit(request(deal)).result(10)
        assert desk.submit(request(deal)).result(10) == first
    with running(ledger) as desk:
        assert desk.submit(request(deal)).result(10) == first
    assert read(first)[0]["event"] == "TilesDealt"
    assert stored(ledger)[-1:] == list(first.events)


def test_what_is_decided_again_is_stored_once_with_one_salt(ledger: Ledger) -> None:
    """A desk whose cache was stale decides on what is stored; its first attempt is nowhere."""
    with running(ledger) as one, running(ledger) as other:
        do(one, open_table("PG01"), *at("PG01", *DEALT[:-1]))
        do(other, *at("PG01", asked.buy_in(3, 5000)))
        (dealt,) = do(one, *at("PG01", DEALT[-1]))
    assert dealt["seq"] == len(stored(ledger))
    assert [state for state in stored(ledger) if WRITTEN.search(state)] == stored(ledger)[-1:]
    assert dealt["salt"].encode() in stored(ledger)[-1]
