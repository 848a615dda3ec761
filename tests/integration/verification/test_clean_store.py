"""A store that nobody has touched verifies, part by part, and what was looked at is told."""

import pytest

from services.verification import read_models, walk
from services.verification.findings import PARTS
from tests.support.transparency.at_once import KEY
from tests.support.verifying import House


def test_everything_is_right(today: House) -> None:
    verdict = today.verify()
    assert (verdict.code, verdict.said["verified"], verdict.wrong()) == (0, True, set())
    assert [part["part"] for part in verdict.said["parts"]] == list(PARTS)
    assert verdict.said["first_bad"] is None
    assert verdict.said["unsealed"] == 0
    head = verdict.said["head"]
    tree, streams = verdict.counts("tree"), verdict.counts("streams")
    assert (tree["events"], streams["events"]) == (head, head)
    assert tree["checkpoints"] == 6
    assert streams["commands"] == verdict.counts("settlements")["commands"]
    assert verdict.counts("settlements")["settlements"] > 40
    assert verdict.counts("money")["rounds"] > 30
    assert verdict.counts("read_models")["rows"] > 100
    assert verdict.counts("reports") == {"closed days": 2, "reports": 18}


def test_nothing_is_left_out_in_silence(today: House) -> None:
    verdict = today.verify()
    days = "not decided again: the findings that a day is closed with are the service's, and not"
    assert verdict.notes("settlements") == {f"{days} in the log": 2}
    assert all(not verdict.notes(part) for part in PARTS if part != "settlements")


def test_every_game_is_there(today: House) -> None:
    rows = today.found(
        "SELECT DISTINCT convert_from(state, 'UTF8')::json ->> 'regulation' AS regulation"
        " FROM pitledger_events WHERE topic LIKE 'pitledger.TableOpened.%%'"
    )
    assert {row["regulation"].partition("@")[0] for row in rows} == {
        "nj-pai-gow", "md-pai-gow", "nj-pai-gow-poker", "nj-craps",
    }  # fmt: skip


def test_it_is_told_in_a_table(today: House) -> None:
    done = today.run()
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert lines[0].split() == ["part", "looked", "at", "verdict"]
    assert [line.split()[0] for line in lines[1:7]] == list(PARTS)
    assert all(line.endswith("right") for line in lines[1:7])
    assert "verifying the log:" in done.stderr


def test_json_is_alone_on_standard_output(today: House) -> None:
    done = today.run("--json", "--only", "tree")
    assert done.stdout.startswith("{")
    assert done.stdout.count("\n") == 1


def test_in_several_processes_it_is_the_same(today: House, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = today.verify("--processes", "1")
    monkeypatch.setattr(walk, "_ALONE", 0)
    monkeypatch.setattr(read_models, "_ALONE", 0)
    together = today.verify("--processes", "3")
    assert together.said == alone.said


def test_events_that_are_not_sealed_yet_are_counted(house: House) -> None:
    house.tamper("DELETE FROM pitledger_checkpoints WHERE size > 300")
    house.tamper("DELETE FROM pitledger_tiles")
    with house.ledger() as ledger:
        head = ledger.head()
    house.tamper("DELETE FROM pitledger_checkpoints")
    verdict = house.verify()
    assert (verdict.code, verdict.said["unsealed"]) == (0, head)
    done = house.run("--only", "tree")
    assert f"{head:,} events are not sealed yet" in done.stdout


def test_without_a_key_the_roots_are_looked_at_and_the_signatures_said_not_to_be(
    today: House,
) -> None:
    verdict = today.verify("--only", "tree", key=False)
    assert verdict.code == 0
    assert verdict.notes("tree") == {"signatures that were not looked at, for no key is known": 6}


@pytest.mark.parametrize("part", PARTS)
def test_a_part_can_be_chosen_or_left_out(today: House, part: str) -> None:
    chosen = today.verify("--only", part)
    assert ([one["part"] for one in chosen.said["parts"]], chosen.code) == ([part], 0)
    others = ",".join(one for one in PARTS if one != part)
    assert today.verify("--skip", others).said["parts"] == chosen.said["parts"]


def test_a_range_is_widened_to_whole_commands(today: House) -> None:
    rows = today.found(
        "SELECT first_id, last_id FROM pitledger_commands WHERE last_id > first_id + 1"
        " AND first_id > 150 ORDER BY first_id LIMIT 1"
    )
    first, last = rows[0]["first_id"], rows[0]["last_id"]
    verdict = today.verify("--from", str(first + 1), "--to", str(last + 51))
    assert verdict.code == 0
    assert verdict.said["from"] == first
    assert verdict.said["to"] >= last + 51
    parts = [one["part"] for one in verdict.said["parts"]]
    assert parts == ["tree", "streams", "money", "settlements"]
    assert verdict.counts("tree")["events"] == verdict.said["to"] - first + 1


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--only", "tre"), "there is no part 'tre'"),
        (("--only", "tree", "--skip", "tree"), "no part is left"),
        (("--from", "9", "--only", "reports"), "of the whole log"),
        (("--from", "999999"), "there are no events 999999"),
        (("--key", "nonsense"), "--key: a verifier key is"),
        (("--checkpoint", "/nowhere/at/all"), "cannot be read"),
        (("--log", "http://127.0.0.1:1/v1/log"), "cannot be read"),
    ],
)
def test_what_cannot_be_asked_is_said_in_a_line(
    today: House, arguments: tuple[str, ...], told: str
) -> None:
    done = today.run(*arguments, key=False)
    assert done.exit_code == 2
    assert done.stderr.startswith("pitledger: ")
    assert (told in done.stderr, done.stdout) == (True, "")


def test_a_key_that_was_mistyped_is_found(today: House) -> None:
    done = today.run("--key", str(KEY.verifier).replace("house", "horse"), key=False)
    assert (done.exit_code, "its id is" in done.stderr) == (2, True)
