"""`pitledger verify --under-newest`: what an upgrade would have changed of the stored rounds."""

import json
from typing import Any, Final

import pytest

from domain.game_library import LIBRARY
from tests.support.domain import craps
from tests.support.domain.asked import (
    Asked,
    close_table,
    expose,
    misdeal,
    open_round,
    open_table,
    place,
    settle,
    surrender,
    up_to_the_house,
)
from tests.support.store.databases import new_database
from tests.support.store.older import open_under
from tests.support.store.playing import do, running
from tests.support.verifying import House, copy_of

AT: Final = "2026-02-20T19:00:00Z"
PLAYED: Final = up_to_the_house("1-3 1-5 5-6 4-6", {1: "6-6 1-6 / 5-5 2-3"})
"""Seat 1 wins 25.00, less 1.25."""


@pytest.fixture(scope="module")
def old(server: str) -> House:
    """Tables of earlier versions, which go on under them, and one of the newest."""
    house = House(new_database(server))
    with house.ledger() as ledger:
        open_under(ledger, "nj-pai-gow@1", open_table())
        open_under(ledger, "nj-craps@1", {**craps.open_craps(), "table": "CR01"})
        with running(ledger) as desk:

            def play(table: str, *commands: Asked) -> None:
                for one in commands:
                    do(desk, {**one, "table": table, "at": AT})

            play("PG01", *PLAYED, settle())
            play("PG01", *PLAYED, surrender(1), expose("dead"))
            play("PG01", open_round(), place(1), misdeal())
            play("CR01", *craps.a_round([craps.bet(1, "pass")], 5, 6), craps.correct_roll(1, 1))
            play("PG02", {**open_table(), "table": "PG02"}, *PLAYED, settle())
            play("PG02", close_table(997_625))
    return house


def asked(house: House, *arguments: str) -> dict[str, Any]:
    done = house.run("--under-newest", "--json", *arguments, key=False)
    assert done.exit_code == 0, done.stderr
    said: dict[str, Any] = json.loads(done.stdout)
    return said


def test_rounds_that_come_out_otherwise_are_listed_with_the_money(old: House) -> None:
    said = asked(old)
    assert said["newest"] == [one.ref for one in LIBRARY.regulations]
    assert (said["rounds"], said["under_newest"], said["not_decided"]) == (4, 1, {})
    assert (said["differing"], said["undecided"], said["money"]) == (2, 1, -2500)
    void, misdealt = said["listed"]
    # Version 1 kept a wager that was surrendered before the round was void.
    assert (void["round"], void["under"]) == ("PG01-1-2", "nj-pai-gow@1")
    assert void["newest"] == LIBRARY.in_force("nj-pai-gow").ref
    assert (void["refused"], void["money"], void["tray_delta"]) == ([], -2500, [2500, 0])
    (line,) = void["wagers"]
    assert (line["own"]["outcome"], line["other"]["outcome"]) == ("surrender", "void")
    assert line["other"]["rule"] == "19:47-10.9(e)"
    # It took a misdeal before the deal, and the round would go on.
    assert (misdealt["round"], misdealt["undecided"], misdealt["money"]) == ("PG01-1-3", True, None)
    (refused,) = misdealt["refused"]
    assert (refused["command"], refused["rule"]) == ("misdeal", "19:47-10.9(c)")


def test_it_is_told_in_words(old: House) -> None:
    done = old.run("--under-newest", key=False)
    assert done.exit_code == 0
    told = done.stdout.splitlines()
    assert told[0].startswith("Stored rounds of earlier versions, decided under nj-pai-gow@")
    assert (
        "Round PG01-1-2 of 2026-02-20, played under nj-pai-gow@1: 1 of 1 wagers end otherwise."
        in told
    )
    assert "  The tray: +$25.00 -> $0.00" in told
    assert any(
        line.startswith("  Refused, misdeal: ") and "[19:47-10.9(c)]" in line for line in told
    )
    assert told[-1] == (
        "In all, 4 decided, 2 come out otherwise (1 of them without an end, and not in the sum):"
        " -$25.00 for the tray. Played under the newest versions already: 1."
    )


def test_a_range_of_the_log_begins_in_the_middle_of_a_session(old: House) -> None:
    (row,) = old.found(
        "SELECT notification_id AS position FROM pitledger_events"
        " WHERE topic LIKE 'pitledger.RoundOpened.%%' AND state LIKE %s",
        b"%PG01-1-2%",
    )
    said = asked(old, "--from", str(row["position"]))
    assert (said["rounds"], said["money"], said["from"]) == (3, -2500, row["position"])
    assert asked(old, "--to", str(row["position"]))["rounds"] == 1


def test_a_round_that_was_changed_is_left_out_and_counted(server: str, old: House) -> None:
    house = copy_of(server, old)
    surrendered = house.event("HandSurrendered")
    house.rewrite(surrendered["notification_id"], ("10.7(f)", "10.7(g)"))
    said = asked(house)
    assert (said["rounds"], said["money"]) == (3, 0)
    assert list(said["not_decided"].values()) == [1]
    house.rewrite(surrendered["notification_id"], ('"seat":1', '"seat":"one"'))
    done = house.run("--under-newest", key=False)
    assert done.exit_code == 2
    assert f"event {surrendered['notification_id']} cannot be read" in done.stderr


@pytest.mark.parametrize("beside", [("--only", "tree"), ("--processes", "2"), ("round.zip",)])
def test_it_verifies_nothing_beside(old: House, beside: tuple[str, ...]) -> None:
    done = old.run("--under-newest", *beside, key=False)
    assert done.exit_code == 2
    assert "--under-newest stands beside" in done.stderr
