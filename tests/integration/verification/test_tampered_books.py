"""What lies beside the log is held against it: commands, snapshots, read models, reports."""

import pytest

from services.store.streams import load_table, save_snapshots
from services.verification import read_models
from tests.integration.store.test_version_before import upgraded
from tests.support.reports.evening import DAYS
from tests.support.transparency.at_once import seal
from tests.support.verifying import House

NOT_TOLD = {
    "ChipsBought.tray_below was not told when it was stored, and would be today",
    "TableOpened.inspected_by was not told when it was stored, and would be today",
    "VigorishOwed.rule was not told when it was stored, and would be today",
    "VigorishRecovered.rule was not told when it was stored, and would be today",
}


def whats(house: House, part: str, *arguments: str) -> list[str]:
    verdict = house.verify("--only", part, *arguments)
    assert verdict.code == 1
    assert verdict.first["todo"]
    return [one["what"] for one in verdict.findings(part)]


def test_a_row_that_says_another_round_than_its_bytes(house: House) -> None:
    event = house.event("WagerPlaced", 3)
    house.tamper(
        "UPDATE pitledger_events SET round = 'PG99-1-1' WHERE notification_id = %s",
        event["notification_id"],
    )
    (what,) = whats(house, "streams")
    assert "its row says" in what
    assert "PG99-1-1" in what


def test_time_that_goes_back(house: House) -> None:
    event = house.event("WagerPlaced", 30)
    recorded = event["said"]["recorded"]
    house.rewrite(
        event["notification_id"],
        (f'"recorded":"{recorded}"', '"recorded":"2025-01-01T00:00:00Z"'),
    )
    assert any("it was recorded at 2025-01-01T00:00:00Z" in one for one in whats(house, "streams"))


def test_a_command_taken_out(house: House) -> None:
    event = house.event("WagerPlaced", 3)
    house.tamper(
        "DELETE FROM pitledger_commands WHERE command_id = %s", event["said"]["command_id"]
    )
    assert "no accepted command is known to have made it" in whats(house, "streams")


def test_a_command_that_is_said_to_have_made_other_events(house: House) -> None:
    one, other = house.event("WagerPlaced", 3), house.event("WagerPlaced", 4)
    with house.opened() as conn:
        ids = [one["said"]["command_id"], other["said"]["command_id"]]
        spare = "00000000-0000-0000-0000-000000000000"
        change = "UPDATE pitledger_commands SET command_id = %s WHERE command_id = %s"
        for told in ((spare, ids[0]), (ids[0], ids[1]), (ids[1], spare)):
            conn.execute(change, told)
    found = whats(house, "streams")
    assert sum("are kept as made by" in one for one in found) == 2


def test_commands_that_claim_the_same_event(house: House) -> None:
    event = house.event("WagerPlaced", 3)
    house.tamper(
        "UPDATE pitledger_commands SET last_id = last_id + 1 WHERE command_id = %s",
        event["said"]["command_id"],
    )
    assert any("two accepted commands" in one for one in whats(house, "streams"))


def test_a_command_of_events_that_are_not_there(house: House) -> None:
    house.tamper(
        "INSERT INTO pitledger_commands SELECT gen_random_uuid(), body, 900000, 900001"
        " FROM pitledger_commands LIMIT 1"
    )
    assert any("made the events 900000 to 900001" in one for one in whats(house, "streams"))


def test_a_snapshot_that_was_changed(house: House) -> None:
    with house.ledger() as ledger:
        seq = load_table(ledger, "PG02").seq
        table = load_table(ledger, "PG02", seq - 3)
        save_snapshots(ledger, {table.name: table})
    assert house.verify("--only", "settlements").code == 0
    house.tamper(
        "UPDATE pitledger_snapshots SET state = convert_to(replace(convert_from(state, 'UTF8'),"
        " '\"session\":2', '\"session\":3'), 'UTF8') WHERE originator_id = 'PG02'"
    )
    (what,) = whats(house, "settlements")
    assert "the snapshot that the desk would go on from" in what


def test_a_snapshot_of_more_than_there_is(house: House) -> None:
    with house.ledger() as ledger:
        table = load_table(ledger, "PG02")
        save_snapshots(ledger, {table.name: table})
    house.tamper(
        "DELETE FROM pitledger_events WHERE originator_id = 'PG02' AND originator_version = %s",
        table.seq,
    )
    assert any("kept a snapshot of PG02 at" in one for one in whats(house, "streams"))


def test_more_was_published_than_there_is(house: House) -> None:
    house.tamper("INSERT INTO pitledger_relays VALUES ('pitledger.events.v1', 900000)")
    assert any("900000 events were published" in one for one in whats(house, "streams"))


def test_checkpoints_are_published_of_no_event_too(house: House) -> None:
    """So their place is one more than the log is long, and that is all there may be."""
    house.tamper(
        "INSERT INTO pitledger_relays SELECT 'a.pitledger.seals.v1', max(notification_id) + 1"
        " FROM pitledger_events"
    )
    assert house.verify("--only", "streams").code == 0
    house.tamper("UPDATE pitledger_relays SET position = position + 1")
    assert any(
        "on a.pitledger.seals.v1, and the log ends" in one for one in whats(house, "streams")
    )


def test_a_read_model_s_row_changed(house: House) -> None:
    house.tamper(
        "UPDATE read_rounds SET doc = jsonb_set(doc, '{tray_delta}', '12345') WHERE id = 'PG01-1-1'"
    )
    (what,) = whats(house, "read_models")
    assert what.startswith("row PG01-1-1 of rounds: tray_delta is 12345, and the log comes to ")


def test_a_read_model_s_row_taken_out_or_put_in(house: House) -> None:
    house.tamper("DELETE FROM read_floor WHERE id = 'PG01'")
    house.tamper(
        "INSERT INTO read_slips SELECT id || 'x', key, seq, day, doc FROM read_slips LIMIT 1"
    )
    house.tamper(
        "INSERT INTO read_matters (id, key, seq, day, doc) VALUES ('x', 'XX99', 1, '', '{}')"
    )
    found = whats(house, "read_models")
    assert "row PG01 of floor is missing" in found
    assert any("of slips: the log makes no such row" in one for one in found)
    assert "row x of matters is of no stream that was folded" in found


def test_what_a_round_is_found_by_changed(house: House) -> None:
    house.tamper("UPDATE read_rounds_search SET players = '{nobody}' WHERE id = 'PG01-1-1'")
    house.tamper("DELETE FROM read_rounds_search WHERE id = 'PG02-1-1'")
    assert set(whats(house, "read_models")) == {
        "row PG01-1-1 of the index of rounds is not what the round comes to",
        "row PG02-1-1 of the index of rounds is missing",
    }


def test_the_same_in_several_processes(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house.tamper(
        "UPDATE read_rounds SET doc = jsonb_set(doc, '{tray_delta}', '12345') WHERE id = 'PG01-1-1'"
    )
    monkeypatch.setattr(read_models, "_ALONE", 0)
    (what,) = whats(house, "read_models", "--processes", "2")
    assert what.startswith("row PG01-1-1 of rounds: tray_delta is 12345")


def test_a_row_that_is_found_by_other_words_than_its_own(house: House) -> None:
    house.tamper("UPDATE read_sessions SET found_by = '{2020-01-01}' WHERE id = 'PG01-1'")
    (what,) = whats(house, "read_models")
    assert what.startswith(
        "row PG01-1 of sessions: it is found by ('2020-01-01',), and its content"
    )


def test_a_row_that_cannot_be_read(house: House) -> None:
    house.tamper(
        "UPDATE read_sessions SET doc = jsonb_set(doc, '{session}', '\"x\"') WHERE id = 'PG01-1'"
    )
    (what,) = whats(house, "read_models")
    assert "cannot be read" in what
    assert any("cannot be served" in one for one in whats(house, "reports"))


def test_a_read_model_that_is_behind_is_held_to_what_it_has_folded(house: House) -> None:
    """As one that a Kafka topic brings its events, stream by stream."""
    house.tamper("DELETE FROM projection_heads WHERE projection = 'balances' AND key = 'PG02'")
    house.tamper("DELETE FROM read_balances WHERE key = 'PG02'")
    assert house.verify("--only", "read_models").code == 0


def test_what_was_stepped_over_by_order_is_left_out_and_told(house: House) -> None:
    event = house.event("VigorishOwed") if house.found(_OWED) else house.event("TrayCounted")
    key, seq = event["originator_id"], event["originator_version"]
    house.tamper(
        "INSERT INTO projection_steps VALUES ('hours', %s, %s, 'me', 'why', 'because')", key, seq
    )
    verdict = house.verify("--only", "read_models")
    assert verdict.notes("read_models") == {f"stepped over by order: hours {key}/{seq}": 1}


_OWED = "SELECT 1 FROM pitledger_events WHERE topic LIKE 'pitledger.VigorishOwed.%%'"


def test_a_closed_day_s_report_changed(house: House) -> None:
    """The figures of a day that was closed are served out of rows that no event has touched since:
    whoever changes one of them changes the report."""
    (row,) = house.found(
        "SELECT id FROM read_balances WHERE key = 'PG01' AND day = %s LIMIT 1", DAYS[0]
    )
    house.tamper(
        "UPDATE read_balances SET doc = jsonb_set(jsonb_set(doc, '{accounts,tray}',"
        " to_jsonb((doc #>> '{accounts,tray}')::bigint + 100)), '{accounts,cage}',"
        " to_jsonb((doc #>> '{accounts,cage}')::bigint - 100)) WHERE id = %s",
        row["id"],
    )
    found = whats(house, "reports")
    assert any(
        one.startswith(f"the report trial_balance of {DAYS[0]} as counted: ")
        and "and the log comes to" in one
        for one in found
    )
    assert any(f"of {DAYS[0]} as provisional" in one for one in found)


def test_a_day_that_is_said_not_to_have_been_closed(house: House) -> None:
    house.tamper("DELETE FROM read_days WHERE id = %s", DAYS[0])
    assert any("cannot be served" in one for one in whats(house, "reports"))


def test_a_database_of_the_first_version(server: str) -> None:
    """Its rounds are decided by the version they were played under; what its events do not tell
    is named, and no fault."""
    settings = upgraded(server)
    house = House(settings.database_url)
    with house.ledger() as ledger:
        seal(ledger)
    verdict = house.verify("--only", "tree,streams,money,settlements")
    assert verdict.code == 0
    assert verdict.counts("settlements")["settlements"] > 20
    notes = set(verdict.notes("settlements"))
    assert notes >= NOT_TOLD
    assert len(notes) == len(NOT_TOLD) + 1  # and the day that was closed
