"""Under full controls with AUTH on, whoever signs has signed in, and has seen the very command."""

import base64
import json
import string
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import httpx
import psycopg
import pytest

from domain.controls import DUTIES_APART, PROOF, TABLE_CLOSED
from tests.support.http.playing import Told, expect_problem
from tests.support.http.staff import Staff, at_work

SUBMISSION: Final = {"regulation": "nj-pai-gow"}
ALPHABET: Final = string.ascii_letters + string.digits + "-_"
SIGNED: Final = [{"id": "dana", "role": "dealer"}, {"id": "frank", "role": "floorperson"}]


@pytest.fixture(scope="module")
def staff(server: str, logs: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Staff]:
    with at_work(server, tmp_path_factory.mktemp("proofs"), controls="full") as staff:
        yield staff


def new_name() -> str:
    return f"P{uuid.uuid4().hex[:10]}"


def opening(**more: Any) -> Told:
    told = {"command": "open_table", "table": new_name(), "submission": SUBMISSION}
    return {**told, "inventory": 100_000, "signatures": SIGNED, **more}


def correction(opened: Told, **more: Any) -> Told:
    told = {"command": "correct_entry", "table": opened["table"], "entry": 1, "amount": 90_000}
    return {**told, "reason": "a rack too many", "supervisor": "paula", **more}


def test_a_count_is_signed_by_people_who_signed_in(staff: Staff) -> None:
    command = opening()
    (opened,) = staff.done("frank", command, ["dana"])
    assert opened["signed"] == SIGNED
    assert "proofs" not in opened
    assert opened["actor"] == {"id": "frank", "role": "floorperson"}


def test_somebody_who_did_not_sign_is_named(staff: Staff) -> None:
    problem = staff.refused("frank", opening())
    assert problem["rule"] == PROOF
    assert problem["reason"].startswith("dana signs with a proof of their own")
    assert "POST /v1/proofs" in problem["reason"]


def test_the_sender_signs_by_sending_but_only_in_the_own_role(staff: Staff) -> None:
    command = opening()
    command["signatures"] = [SIGNED[0], {"id": "frank", "role": "pit_manager"}]
    problem = staff.refused("frank", command, ["dana"])
    assert problem["rule"] == PROOF
    assert problem["reason"] == "frank signed in as floorperson; who signs is pit_manager"


def test_a_signer_without_the_role_is_none(staff: Staff) -> None:
    command = opening(signatures=[{"id": "carl", "role": "dealer"}, SIGNED[1]])
    problem = staff.refused("frank", command, ["carl"])
    assert problem["rule"] == PROOF
    assert problem["reason"] == "carl signed in as cage; who signs is dealer"


def test_a_supervisor_proves_it_and_supervises(staff: Staff) -> None:
    (opened,) = staff.done("frank", opening(), ["dana"])
    command = correction(opened)
    assert staff.refused("frank", command)["rule"] == PROOF
    by_the_cage = staff.refused("frank", {**command, "supervisor": "carl"}, ["carl"])
    assert by_the_cage["rule"] == PROOF
    assert "floorperson or pit_manager" in by_the_cage["reason"]
    himself = staff.refused("frank", {**command, "supervisor": "frank"})
    assert himself["rule"] == DUTIES_APART
    (corrected,) = staff.done("frank", command, ["paula"])
    assert corrected["supervisor"] == "paula"


def test_a_carrier_proves_it(staff: Staff) -> None:
    (opened,) = staff.done("frank", opening(), ["dana"])
    command = {"command": "remove_box", "table": opened["table"], "carrier": "sid"}
    assert staff.refused("sam", command)["reason"].startswith("sid carries the box with a proof")
    assert staff.refused("sam", {**command, "carrier": "cora"}, ["cora"])["rule"] == PROOF
    (removed,) = staff.done("sam", command, ["sid"])
    assert removed["carrier"] == "sid"


def test_who_carries_it_himself_has_signed_in(staff: Staff) -> None:
    (opened,) = staff.done("frank", opening(), ["dana"])
    command = {"command": "remove_box", "table": opened["table"]}
    assert staff.done("sam", command)[0]["carrier"] == "sam"


def test_a_proof_is_for_the_very_command(staff: Staff) -> None:
    command = opening()
    proof = staff.proof("dana", command)
    for other in (
        {**command, "inventory": 100_001},
        {**command, "table": new_name()},
        {**command, "command_id": str(uuid.uuid4())},
        {**command, "at": "2026-11-15T20:00:00Z"},
    ):
        problem = staff.refused("frank", other, dana=proof)
        assert problem["rule"] == PROOF
        assert problem["reason"].startswith("the proof of dana was made for another command")
    assert staff.send("frank", command, dana=proof).status_code == 201


def test_what_the_model_adds_is_no_difference(staff: Staff) -> None:
    """Who writes a default out signs the same command."""
    command = opening()
    written_out = {**command, "submission": {**SUBMISSION, "vigorish": "quarter"}, "at": None}
    proof = staff.proof("dana", {**written_out, "actor": {"id": "dana", "role": "dealer"}})
    assert staff.send("frank", command, dana=proof).status_code == 201


def test_anothers_proof_is_none(staff: Staff) -> None:
    command = opening()
    problem = staff.refused("frank", command, dana=staff.proof("paula", command))
    assert problem["rule"] == PROOF
    assert problem["reason"].startswith("the proof of dana was made by paula")
    unknown = staff.refused("frank", command, nobody=staff.proof("dana", command))
    assert unknown["rule"] == PROOF


def forged(proof: str, **changed: Any) -> str:
    version, told, code = proof.split(".")
    claims = json.loads(base64.urlsafe_b64decode(told + "=" * (-len(told) % 4)))
    text = base64.urlsafe_b64encode(json.dumps({**claims, **changed}).encode()).rstrip(b"=")
    return f"{version}.{text.decode()}.{code}"


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"id": "dana"}, "was not made with a token of theirs"),
        ({"expires": 10**12}, "was made by paula"),
        ({"id": "mallory"}, "was made by mallory"),
    ],
)
def test_a_forged_proof_is_none(staff: Staff, changed: Told, why: str) -> None:
    command = opening()
    proof = forged(staff.proof("paula", command), role="dealer", **changed)
    assert why in staff.refused("frank", command, dana=proof)["reason"]


@pytest.mark.parametrize(
    "text", ["p1", "p1.e30.AA", "p2.e30.AA", "p1.!.AA", "p1.bm90.AA", "x" * 99]
)
def test_what_cannot_be_read_is_no_proof(staff: Staff, text: str) -> None:
    answer = staff.send("frank", opening(), dana=text)
    if "!" in text:
        expect_problem(answer, "invalid-command")
    else:
        assert expect_problem(answer, "refused")["rule"] == PROOF


def test_somebody_unknown_proves_nothing(staff: Staff) -> None:
    command = opening()
    proof = forged(staff.proof("dana", command), id="mallory")
    problem = staff.refused("frank", command, mallory=proof)
    assert "names nobody who may sign in as dealer" in problem["reason"]


def test_a_proof_is_used_once(staff: Staff) -> None:
    """The same words again are the same request; under another actor, or beside others, not."""
    (opened,) = staff.done("frank", opening(), ["dana"])
    command = correction(opened)
    proof = staff.proof("paula", command)
    first = staff.send("frank", command, paula=proof)
    assert first.status_code == 201, first.text
    again = staff.send("frank", command, paula=proof)
    assert (again.status_code, again.content) == (201, first.content)
    by_another = staff.refused("ada", command, paula=proof)
    assert by_another["rule"] == PROOF
    assert by_another["reason"].startswith("the proof of paula was used before")
    # The last letter has bits to spare: written otherwise it is no proof.
    otherwise = {proof[:-1] + last for last in ALPHABET if _code(proof[:-1] + last) == _code(proof)}
    assert len(otherwise) == 4
    for written in otherwise - {proof}:
        assert "cannot be read" in staff.refused("ada", command, paula=written)["reason"]
    beside = [{**command, "proofs": {"paula": proof}}, correction(opened, supervisor="paula")]
    answer = staff.clients["frank"].post("/v1/commands", json=beside)
    assert expect_problem(answer, "refused")["rule"] == PROOF
    kept = refusals(staff, "was used before")
    assert len(kept) == 2


def _code(proof: str) -> bytes:
    return base64.urlsafe_b64decode(proof.split(".")[2] + "=")


def refusals(staff: Staff, words: str) -> list[Any]:
    url = staff.house.storage.settings.database_url
    with psycopg.connect(url) as conn:
        query = "SELECT command, reason FROM pitledger_refusals WHERE reason LIKE %s"
        return conn.execute(query, (f"%{words}%",)).fetchall()


def test_one_proof_does_not_stand_under_two_commands_of_a_list(staff: Staff) -> None:
    (opened,) = staff.done("frank", opening(), ["dana"])
    command = correction(opened)
    proved = {**command, "proofs": {"paula": staff.proof("paula", command)}}
    answer = staff.clients["frank"].post("/v1/commands", json=[proved, proved])
    expect_problem(answer, "refused")
    assert len(refusals(staff, "stands under two commands")) == 1


def test_a_repeat_is_answered_as_the_first_time_with_old_proofs_or_new(staff: Staff) -> None:
    command = opening(command_id=str(uuid.uuid4()))
    first = staff.send("frank", command, ["dana"])
    assert first.status_code == 201
    again = staff.send("frank", command, ["dana"])
    assert (again.status_code, again.content) == (201, first.content)
    assert staff.send("frank", command).content == first.content


def test_a_refused_command_uses_no_proof_up(staff: Staff) -> None:
    first = opening()
    (opened,) = staff.done("frank", first, ["dana"])
    second = {**first, "inventory": 90_000}
    proof = staff.proof("dana", second)
    assert staff.refused("frank", second, dana=proof)["rule"] == TABLE_CLOSED
    closing = {"command": "close_table", "table": opened["table"], "inventory": 100_000}
    staff.done("frank", {**closing, "signatures": SIGNED}, ["dana"])
    assert staff.send("frank", second, dana=proof).status_code == 201


def test_proofs_are_kept_nowhere(staff: Staff) -> None:
    command = opening()
    proof = staff.proof("dana", command)
    staff.refused("frank", {**command, "inventory": 1}, dana=proof)
    assert staff.send("frank", command, dana=proof).status_code == 201
    with psycopg.connect(staff.house.storage.settings.database_url) as conn:
        kept = conn.execute("SELECT state FROM pitledger_events").fetchall()
        kept += conn.execute("SELECT command::text FROM pitledger_refusals").fetchall()
    whole = b"".join(row[0] if isinstance(row[0], bytes) else row[0].encode() for row in kept)
    assert command["table"].encode() in whole
    assert proof.encode() not in whole
    assert b"proofs" not in whole


@pytest.mark.parametrize(
    ("proofs", "where"),
    [
        ({f"p{n}": "p1.a.b" for n in range(11)}, "proofs"),
        ({"dana": "x" * 2001}, "proofs.dana"),
        ({"dana": 7}, "proofs.dana"),
        (["p1.a.b"], "proofs"),
    ],
)
def test_proofs_are_bounded(staff: Staff, proofs: Any, where: str) -> None:
    told = {**opening(), "proofs": proofs}
    answer = staff.clients["frank"].post("/v1/commands", json=told)
    assert expect_problem(answer, "invalid-command")["errors"][0]["where"] == where


def test_what_is_proved_is_a_command(staff: Staff) -> None:
    dana = staff.clients["dana"]
    wrong = dana.post("/v1/proofs", json={**opening(), "inventory": -1})
    expect_problem(wrong, "invalid-command")
    several = dana.post("/v1/proofs", json=[opening(), opening()])
    expect_problem(several, "invalid-request")
    made = dana.post("/v1/proofs", json=opening()).json()
    assert set(made) == {"proof", "expires"}


def test_a_proof_that_came_too_late_is_none(server: str, logs: None, tmp_path: Path) -> None:
    with at_work(server, tmp_path, controls="full", proof_seconds=1) as staff:
        command, other = opening(command_id=str(uuid.uuid4())), opening()
        first = staff.send("frank", command, dana=(early := staff.proof("dana", command)))
        assert first.status_code == 201
        late = staff.proof("dana", other)
        time.sleep(2.1)
        problem = staff.refused("frank", other, dana=late)
        assert problem["rule"] == PROOF
        assert problem["reason"].startswith("the proof of dana expired")
        # What was accepted in time is answered as it was, however late it is asked again.
        assert staff.send("frank", command, dana=early).content == first.content


def test_under_basic_controls_none_is_asked_for_but_a_wrong_one_is_refused(
    server: str, logs: None, tmp_path: Path
) -> None:
    with at_work(server, tmp_path) as staff:
        assert staff.send("frank", opening()).status_code == 201
        assert staff.refused("frank", opening(), dana="p1.e30.AA")["rule"] == PROOF


def test_where_nobody_signs_in_none_is_made_or_asked_for(http: httpx.Client) -> None:
    command = opening(submission={**SUBMISSION, "controls": "full"}, actor=SIGNED[1])
    problem = expect_problem(http.post("/v1/proofs", json=command), "forbidden")
    assert "AUTH is off" in problem["detail"]
    assert http.post("/v1/commands", json=command).status_code == 201
