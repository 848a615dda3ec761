"""The command line at a running service: a file sent, and the office's own commands."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner, Result

from services.bootstrap import open_service
from services.cli import at_service
from services.cli.main import app
from services.settings import read_settings
from tests.support.http.playing import Told
from tests.support.http.serving import served
from tests.support.http.staff import STAFF, Staff, at_work
from tests.support.http.story import BEGINS, signers_of, story
from tests.support.store.databases import new_database

EXAMPLE = Path("examples/round.jsonl")


@pytest.fixture(scope="module")
def url(server: str) -> Iterator[str]:
    settings = read_settings({}, database_url=new_database(server), port=0)
    with open_service(settings) as house, served(house.app(), settings) as running:
        yield str(running.http.base_url)


def pitledger(*arguments: str, **environment: str) -> Result:
    return CliRunner().invoke(app, list(arguments), env=environment)


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def write(path: Path, *commands: dict[str, Any]) -> str:
    path.write_text("".join(json.dumps(one) + "\n" for one in commands))
    return str(path)


def opening(table: str) -> dict[str, Any]:
    submission = {"regulation": "nj-pai-gow"}
    return {"command": "open_table", "table": table, "submission": submission, "inventory": 10**6}


def test_a_file_is_sent_as_it_is_played_and_again_without_harm(url: str, tmp_path: Path) -> None:
    """Told in the past: a moment that is left out is the latest so far, as it is for `play`."""
    file = tmp_path / "evening.jsonl"
    file.write_text(EXAMPLE.read_text().replace("PG01", "SEND1"))
    played = pitledger("play", str(file), "--keep-going")
    sent = pitledger("send", str(file), "--keep-going", f"--url={url}")
    assert sent.exit_code == played.exit_code == 0, sent.stderr
    made = [(one.get("event"), one.get("at")) for one in lines(played.stdout)]
    assert [(one.get("event"), one.get("at")) for one in lines(sent.stdout)] == made
    again = pitledger("send", str(file), "--keep-going", f"--url={url}")
    assert (again.exit_code, again.stdout) == (0, sent.stdout)


def test_a_list_is_sent_one_by_one_and_a_refusal_ends_it(url: str, tmp_path: Path) -> None:
    file = tmp_path / "list.json"
    commands = [opening("SEND2"), {"command": "settle"}, {"command": "open_round"}]
    file.write_text(json.dumps(commands, indent=2))
    sent = pitledger("send", str(file), f"--url={url}")
    opened, refused = lines(sent.stdout)
    assert (sent.exit_code, opened["event"], sent.stderr) == (3, "TableOpened", "")
    assert refused["rejected"]["rule"] == "control:round-open"
    assert (refused["rejected"]["line"], refused["rejected"]["command"]) == (2, "settle")
    # What stood before the refusal is not done twice; what comes after it is done now.
    went_on = pitledger("send", str(file), "--keep-going", f"--url={url}")
    assert went_on.exit_code == 0
    assert [one.get("event") for one in lines(went_on.stdout)] == [
        "TableOpened",
        None,
        "RoundOpened",
    ]
    assert lines(went_on.stdout)[0] == opened


def test_the_same_may_be_meant_anew(url: str, tmp_path: Path) -> None:
    bought = {"command": "buy_in", "table": "SEND3", "seat": 1, "amount": 5000}
    pitledger("send", write(tmp_path / "a", opening("SEND3")), f"--url={url}")
    file = write(tmp_path / "b", bought)
    seqs = [
        lines(pitledger("send", file, *more, f"--url={url}").stdout)[0]["seq"]
        for more in ((), (), ("--anew",))
    ]
    assert seqs == [2, 2, 3]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ('{"command": "open_round"}', "line 1: no table is named"),
        ('{"command": "dance", "table": "SEND4"}', "line 1: command"),
        ('# first\n{"command": "roll", "dice": [7, 1, 1], "table": "SEND4"}', "line 2: dice"),
        ("{", "line 1:"),
        ("[1, 2]", "line 1:"),
        ("[{", "the list cannot be read"),
        ("\x00", "line 1:"),
    ],
)
def test_a_line_that_is_wrong_is_told(url: str, tmp_path: Path, content: str, why: str) -> None:
    file = tmp_path / "wrong"
    file.write_text(content)
    told = pitledger("send", str(file), f"--url={url}")
    assert (told.exit_code, told.stdout) == (2, "")
    assert why in told.stderr
    assert "Traceback" not in told.stderr
    assert len(told.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("send", "nowhere.jsonl"), "nowhere.jsonl: cannot be read"),
        (("send", str(EXAMPLE), "--url=here"), "is no address"),
        (("acknowledge", "PG01", "first", "--reason=x"), "by its number"),
        (("acknowledge", "2026-13-13", "a", "--reason=x"), "day"),
        (("acknowledge", "PG01", "1", "--reason= "), "reason"),
        (("complain", "PG01", "1", "no"), "is not a round"),
        (("complain", "PG01-1-1", "0", "no"), "seat"),
        (("rule", "PG01", "1", "maybe", "--reason=x", "--supervisor=S"), "decision"),
        (("rule", "PG01", "1", "dismissed", "--adjustment=5", "--reason=x", "--supervisor=S"),
         "dismissed complaint changes no money"),
        (("rule", "PG01", "1", "upheld", "--adjustment=5.5", "--reason=x", "--supervisor=S"),
         "in dollars"),
        (("count", "PG01"), "tell what was counted"),
        (("count", "PG01", "--cash=-5"), "cash"),
        (("count", "PG01", "--cash=5", "--amount=5"), "either `amount` or the categories"),
        (("count", "no table", "--cash=5"), "table"),
        (("count", "PG01", "--cash=5", "--actor=A"), "go together"),
    ],
)  # fmt: skip
def test_what_cannot_be_meant_is_told(arguments: tuple[str, ...], why: str) -> None:
    told = pitledger(*arguments, PITLEDGER_PORT="1")
    assert (told.exit_code, told.stdout) == (2, "")
    assert why in " ".join(told.stderr.replace("│", " ").split())
    assert "Traceback" not in told.stderr


def test_who_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(at_service, "_PATIENCE_SECONDS", 0.1)
    told = pitledger("count", "PG01", "--cash=5", PITLEDGER_PORT="1")
    assert told.exit_code == 2
    assert "http://127.0.0.1:1: the service does not answer" in told.stderr


ROUND = (
    {"command": "open_round"},
    {"command": "place_wager", "seat": 1, "wager": "pai_gow", "amount": 2500},
    {"command": "no_more_bets"},
    {"command": "roll", "dice": [1, 2, 3]},
)


def test_the_office_does_its_work(url: str, tmp_path: Path) -> None:
    """A complaint taken down and ruled, a box counted short, and somebody who answers for it."""
    at = ("--actor=frank", "--role=floorperson", f"--url={url}")
    void = {"command": "void_round", "reason": "alarm", "supervisor": "paula"}
    bought = {"command": "buy_in", "seat": 1, "amount": 50_000}
    file = write(tmp_path / "evening", opening("SEND5"), bought, *ROUND, void)
    assert pitledger("send", file, f"--url={url}").exit_code == 0
    said = pitledger("complain", "SEND5-1-1", "1", "I had won", *at)
    assert said.exit_code == 0, said.stderr
    (event,) = lines(
        pitledger("complain", "SEND5-1-1", "1", "I had won", "--json", *at).stdout
    ) or [{}]
    number = str(event["seq"])
    assert f"(complaint {int(number) - 1})" in said.stdout
    ruled = pitledger(
        "rule", "SEND5", number, "upheld", "--adjustment=12.50", "--reason=seen on the recording",
        "--supervisor=paula", "--json", *at,
    )  # fmt: skip
    assert ruled.exit_code == 0, ruled.stderr
    assert lines(ruled.stdout)[0]["adjustment"] == 1250
    again = pitledger("rule", "SEND5", number, "dismissed", "--reason=x", "--supervisor=paula", *at)
    assert (again.exit_code, again.stdout) == (3, "")
    assert "pitledger: Refused, rule_dispute:" in again.stderr
    close = {"command": "close_table", "table": "SEND5", "inventory": 948_750}
    pitledger("send", write(tmp_path / "close", close), f"--url={url}")
    counting = ("--actor=cora", "--role=count_room", f"--url={url}")
    counted = pitledger("count", "SEND5", "--cash=490", "--vouchers=5.00", *counting)
    assert counted.exit_code == 0, counted.stderr
    assert "$495.00" in counted.stdout
    seen = pitledger("send", write(tmp_path / "again", close), f"--url={url}")
    closed = lines(seen.stdout)[-1]["seq"]
    (open_one,) = exceptions_at(url, closed + 1)
    assert (open_one["kind"], open_one["amount"]) == ("drop", -500)
    answered = pitledger(
        "acknowledge", "SEND5", str(open_one["exception"]), "--reason=recounted",
        "--actor=ada", "--role=auditor", f"--url={url}",
    )  # fmt: skip
    assert answered.exit_code == 0, answered.stderr
    assert exceptions_at(url, closed + 2) == []


def exceptions_at(url: str, seq: int) -> list[dict[str, Any]]:
    """Once so much of the table is projected."""
    answer = httpx.get(f"{url}/v1/tables/SEND5", params={"seq": seq}, timeout=30)
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["exceptions"]
    return found


@pytest.fixture(scope="module")
def staff(server: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Staff]:
    with at_work(server, tmp_path_factory.mktemp("staff")) as everybody:
        yield everybody


@pytest.fixture
def of_the_story(server: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Staff]:
    """On the evening of the story, with no other table."""
    with at_work(server, tmp_path_factory.mktemp("story"), BEGINS) as everybody:
        yield everybody


def test_whoever_signed_in_is_the_actor(staff: Staff, tmp_path: Path) -> None:
    keys = {who: tmp_path / f"{who}.token" for who in STAFF}
    for who, file in keys.items():
        file.write_text(who)
    address = f"--url={staff.clients['dana'].base_url}"

    def run(who: str, *arguments: str) -> Result:
        return pitledger(*arguments, address, PITLEDGER_TOKEN_FILE=str(keys[who]))

    sent = run("frank", "send", write(tmp_path / "evening", opening("PG01"), *ROUND))
    assert sent.exit_code == 0, sent.stderr
    assert {one["actor"]["id"] for one in lines(sent.stdout)} == {"frank"}
    void = {"command": "void_round", "table": "PG01", "reason": "x", "supervisor": "paula"}
    assert run("frank", "send", write(tmp_path / "void", void)).exit_code == 0
    named = run("frank", "complain", "PG01-1-1", "1", "x", "--actor=dana", "--role=dealer")
    assert named.exit_code == 2
    assert "says who does it" in " ".join(named.stderr.replace("│", " ").split())
    number = lines(run("frank", "complain", "PG01-1-1", "1", "x", "--json").stdout)[0]["seq"]
    ruling = ("rule", "PG01", str(number), "dismissed", "--reason=seen", "--supervisor=frank")
    signed = run("paula", *ruling, f"--supervisor-token={keys['frank']}")
    assert signed.exit_code == 0, signed.stderr
    nobody = pitledger("count", "PG01", "--cash=1", address)
    assert (nobody.exit_code, nobody.stdout) == (2, "")
    assert "token" in nobody.stderr
    unread = run("paula", *ruling, "--supervisor-token=/nowhere")
    assert unread.exit_code == 2
    assert "/nowhere cannot be read" in unread.stderr


def test_whoever_else_is_named_signs_with_a_token_of_their_own(
    of_the_story: Staff, tmp_path: Path
) -> None:
    """The evening of the books: opened and counted by two, corrected with a supervisor."""
    for who in STAFF:
        (tmp_path / f"{who}.token").write_text(who)
    address = f"--url={of_the_story.clients['dana'].base_url}"

    def send(who: str, told: Told, *signers: str) -> Result:
        more = [f"--signer={one}={tmp_path / one}.token" for one in signers]
        token = str(tmp_path / f"{who}.token")
        file = write(tmp_path / "command", told)
        return pitledger("send", file, address, *more, PITLEDGER_TOKEN_FILE=token)

    signed = 0
    for who, told in story():
        of_the_story.clock.show(told["at"])
        needed = signers_of(who, told)
        if needed:
            assert send(who, told).exit_code == 3
            signed += 1
        done = send(who, told, *needed)
        assert done.exit_code == 0, done.stderr + done.stdout
    assert signed == 6


def test_who_signs_is_named_with_a_file(tmp_path: Path) -> None:
    wrong = pitledger("send", "-", "--signer=dana")
    assert wrong.exit_code == 2
    assert "ID=FILE" in wrong.stderr
    unread = pitledger("send", "-", "--signer=dana=/nowhere", "--url=http://127.0.0.1:1")
    assert unread.exit_code == 2
    assert "the token of dana: /nowhere cannot be read" in unread.stderr
