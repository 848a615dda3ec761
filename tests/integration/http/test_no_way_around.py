"""Beside the answers: nothing else that hangs on a hand in play differs with it, for who is blind.

Two tables are played alike but for their hands. What somebody who sees no hands reads of the one
must be, word for word, what they read of the other.
"""

import itertools
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from typer.testing import CliRunner

from services.cli.main import app
from services.http.masking import SEES_HANDS
from tests.support.domain import asked, poker
from tests.support.domain.asked import Asked
from tests.support.http.playing import DEALER, LOSES, WINS, expect_problem
from tests.support.http.staff import STAFF, Staff, at_work

PIECE: Final = re.compile(r"(?<![\w-])[1-6]-[1-6](?![\w-])")
SALT: Final = re.compile(r"(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])")
MOMENT: Final = re.compile(r"\d{4}-\d\d-\d\dT[0-9:.]+Z|\b\d{10}\b|\"\d\d:\d\d\"")
"""As it is written, in seconds since 1970, or on an axis."""
BLIND: Final = {role: who for who, role in STAFF.items() if role not in SEES_HANDS}.values()
STRAIGHT_FLUSH: Final = "6S 7S 8S 9S TS 2D 3H"
_TABLES: Final = itertools.count(1)


@pytest.fixture(scope="module")
def staff(server: str, logs: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Staff]:
    with at_work(server, tmp_path_factory.mktemp("around")) as staff:
        yield staff


def play(staff: Staff, *commands: Asked) -> tuple[str, int]:
    """At a table of its own; its name, and the place of its newest event."""
    table, seq = f"W{next(_TABLES):02}", 0
    for command in commands:
        seq = staff.done("dana", {**command, "table": table})[-1]["seq"]
    return table, seq


def dealt(staff: Staff, hand: str, *more: Asked) -> tuple[str, int]:
    return play(staff, asked.open_table(), *asked.up_to_the_deal(DEALER, {1: hand}), *more)


def alike(answers: list[tuple[str, httpx.Response]]) -> set[tuple[int, str]]:
    """What was read of each table, without its name and the time of day."""
    return {
        (one.status_code, MOMENT.sub("THEN", one.text.replace(table, "TABLE")))
        for table, one in answers
    }


PATHS: Final = (
    *("/v1/tables/{}", "/v1/tables/{}/next", "/v1/tables/{}/rounds", "/v1/rounds/{}-1-1"),
    *("/v1/tables/{}/house-way?pieces=6-6,1-1,4-4,2-2", "/v1/charts/hours?table={}"),
    *("/v1/charts/day-curve?table={}", "/v1/charts/tray?table={}", "/v1/charts/hold?table={}"),
    *("/v1/rounds?table={}", "/v1/rounds?table={}&piece=6-6", "/v1/rounds?table={}&outcome=win"),
)


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("steps", [0, 1, 2], ids=["dealt", "seat set", "house set"])
def test_what_is_read_of_a_table_does_not_hang_on_its_hands(
    staff: Staff, path: str, steps: int
) -> None:
    done = [asked.set_hand(1), asked.set_house()][:steps]
    tables = [dealt(staff, hand, *done) for hand in (WINS, LOSES)]
    for who in BLIND:
        answers = []
        for table, seq in tables:
            staff.get("dana", f"/v1/tables/{table}", seq=seq)  # projected so far
            answers.append((table, staff.get(who, path.format(table))))
        assert len(alike(answers)) == 1, (who, answers[0][1].text, answers[1][1].text)


@pytest.mark.parametrize("supervisor", [None, "frank", "nobody"])
def test_a_refused_list_does_not_tell_of_a_payout_off_the_meter(
    staff: Staff, supervisor: str | None
) -> None:
    """It needs a supervisor who validates it; whether it was refused for that is not told."""
    told, known = set(), set()
    for hand in (poker.WINS, poker.LOSES, STRAIGHT_FLUSH):
        table, seq = play(staff, poker.metered(), *poker.to_the_deal({1: hand}, on_meter=[1]))
        staff.get("dana", f"/v1/tables/{table}", seq=seq)
        steps: list[dict[str, Any]] = [asked.set_hand(1), asked.set_house(), asked.settle()]
        if supervisor is not None:
            steps[-1] = {**steps[-1], "supervisor": supervisor}
        steps = [{**one, "table": table} for one in (*steps, asked.settle())]
        answer = staff.clients["frank"].post("/v1/commands", content=json.dumps(steps))
        problem = expect_problem(answer, "refused")
        assert problem["index"] == 2
        told.add(answer.text.replace(table, "TABLE"))
        known.add(
            staff.clients["dana"].post("/v1/commands", content=json.dumps(steps)).json()["rule"]
        )
    assert len(told) == 1
    # The dealer, who sees the cards, is told.
    assert supervisor is not None or len(known) == 2


def test_who_signs_beside_another_opens_no_hand(staff: Staff) -> None:
    """The answer is the sender's, whoever signed; and the signer is given a proof, no hand."""
    table, _ = dealt(staff, WINS, asked.set_hand(1), asked.set_house())
    one, two, three, four = WINS.replace("/ ", "").split()
    wrong = {"command": "correct_setting", "table": table, "seat": 1, "reason": "misread"}
    for sender, signer, status in (("cora", "paula", 201), ("frank", "frank", 409)):
        command = {**wrong, "high": [one, three], "low": [two, four], "supervisor": signer}
        proof = staff.clients[signer].post("/v1/proofs", json=command)
        assert proof.status_code == 201, proof.text
        answer = staff.send(sender, command, [signer])
        assert answer.status_code == status, answer.text
        assert not PIECE.search(proof.text + answer.text), answer.text
        assert not re.search(r'"salt": ?"[0-9a-f]', answer.text)


@pytest.mark.parametrize("who", BLIND)
def test_no_report_or_table_of_figures_names_a_piece(staff: Staff, who: str) -> None:
    """As JSON, CSV or page, while hands are in play."""
    dealt(staff, WINS, asked.set_hand(1), asked.set_house())
    names = list(staff.get("ada", "/v1/reports").json()["reports"])
    assert names
    for name, form in itertools.product(names, ("json", "csv", "html")):
        answer = staff.get(who, f"/v1/reports/{name}", format=form)
        assert answer.status_code < 500, (name, answer.text)
        assert not PIECE.search(answer.text), (name, answer.text)
        assert not SALT.search(answer.text), (name, answer.text)


def sent(staff: Staff, who: str, file: Path, *options: str) -> str:
    url = f"--url={staff.clients[who].base_url}"
    done = CliRunner().invoke(app, ["send", str(file), url, *options], env={"PITLEDGER_TOKEN": who})
    assert done.exit_code in (0, 3), (done.exit_code, done.output, done.exception)
    return done.output


@pytest.mark.parametrize("who", BLIND)
@pytest.mark.parametrize("options", [[], ["--explain"]], ids=["stored", "explained"])
def test_send_prints_no_hand(staff: Staff, tmp_path: Path, who: str, options: list[str]) -> None:
    """But to the dealer and the device, who enter them."""
    table, _ = dealt(staff, WINS)
    file = tmp_path / "hands.jsonl"
    steps = [asked.set_hand(1), asked.set_house("6-6 1-1", "4-4 2-2"), asked.set_house()]
    file.write_text("".join(json.dumps({**one, "table": table}) + "\n" for one in steps))
    printed = sent(staff, who, file, "--keep-going", *options)
    enters = STAFF[who] in ("dealer", "device")
    shows = PIECE.search(printed) is not None or SALT.search(printed) is not None
    assert printed
    assert shows == enters or (enters and bool(options)), printed
    again = sent(staff, who, file, "--keep-going", *options)
    assert enters or not PIECE.search(again), again
