"""Evidence over HTTP and from the round's page: what each role gets, and who gets none."""

import re
from collections.abc import Iterator
from typing import Final

import httpx
import msgspec
import pytest

from services.evidence.container import unpack
from services.http.masking import SEES_CASH, SEES_HANDS
from tests.support.domain import asked, craps, poker
from tests.support.domain.asked import Asked
from tests.support.evidence import checked
from tests.support.http.playing import DEALER, LOSES, WINS, expect_problem
from tests.support.http.staff import STAFF, Staff, at_work
from tests.support.store.databases import tampering
from tests.support.transparency.at_once import seal

PIECES: Final = re.compile(rb'"[1-6]-[1-6]"|[1-6]-[1-6] [1-6]-[1-6]|"[2-9TJQKA][SHDC]"')
PAGE: Final = {"Accept": "text/html"}
TILES: Final = asked.up_to_the_house(DEALER, {1: WINS, 2: LOSES})
ROUNDS: Final = {
    "surrendered": "PG01-1-1",
    "void": "PG01-1-2",
    "disputed": "PG01-1-3",
    "in play": "PG01-1-4",
    "Maryland": "MD01-1-1",
    "cards": "PK01-1-1",
    "craps": "CR01-1-1",
}
HIDDEN: Final = {
    "surrendered": 2, "void": 1, "disputed": 1, "in play": 4, "Maryland": 1, "cards": 0, "craps": 0,
}  # fmt: skip
"""What is withheld of each from roles that see no hands."""
READS: Final = {role: who for who, role in STAFF.items() if role != "count_room"}


def _play(staff: Staff, table: str, *commands: Asked) -> None:
    for command in commands:
        staff.done("frank", {**command, "table": table})


@pytest.fixture(scope="module")
def staff(server: str, logs: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Staff]:
    with at_work(server, tmp_path_factory.mktemp("evidence")) as people:
        _play(people, "PG01", asked.open_table(), *TILES, asked.surrender(2), asked.settle())
        _play(people, "PG01", *TILES, asked.void_round(supervisor="paula"), *TILES, asked.settle())
        words = {"round": ROUNDS["disputed"], "seat": 2, "words": "I had a pair"}
        _play(people, "PG01", asked.ask("complain", **words))
        rolled = next(at for at, one in enumerate(TILES) if one["command"] == "roll")
        bought = asked.buy_in(player="p-77")
        _play(people, "PG01", *TILES[:rolled], bought, *TILES[rolled:])
        maryland = asked.open_table(regulation="md-pai-gow")
        _play(people, "MD01", maryland, *TILES, asked.settle())
        hands = {1: poker.FIVE_ACES_AND_PAIR}
        on_meter = poker.to_the_house(hands, (1,), dealer="2S 4H 7D 9C JD QH KD")
        _play(people, "PK01", poker.metered(), *on_meter, poker.validated("paula"))
        _play(people, "CR01", craps.open_craps(), *craps.a_round([craps.bet(1, "pass")], 3, 4))
        people.house.runner.catch_up(10)
        seal(people.house.storage.ledger)
        yield people


def evidence(staff: Staff, who: str, round_id: str) -> httpx.Response:
    return staff.get(who, f"/v1/rounds/{round_id}/evidence")


def names(archive: bytes) -> list[str]:
    lines = unpack(archive)["events.jsonl"].splitlines()
    return [msgspec.json.decode(line)["event"] for line in lines]


@pytest.mark.parametrize("role", READS)
@pytest.mark.parametrize("kind", ROUNDS)
def test_every_role_gets_what_it_may_see_and_the_proof_of_the_rest(
    staff: Staff, role: str, kind: str
) -> None:
    answer = evidence(staff, READS[role], ROUNDS[kind])
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/zip"
    named = f'attachment; filename="evidence-{ROUNDS[kind]}.zip"'
    assert answer.headers["content-disposition"] == named
    verdict = checked(answer.content)
    assert verdict.code == 0, verdict.complaint
    of_hands = 0 if role in SEES_HANDS else HIDDEN[kind]
    of_cash = int(kind == "in play" and role not in SEES_CASH)
    hidden = verdict.line("events").split(", ")[1]
    assert hidden == f"{of_hands + of_cash} withheld"
    assert ": as recorded" in verdict.line("settlement")
    assert evidence(staff, READS[role], ROUNDS[kind]).content == answer.content


@pytest.mark.parametrize("role", READS)
def test_hands_in_play_leave_by_no_file(staff: Staff, role: str) -> None:
    archive = evidence(staff, READS[role], ROUNDS["in play"]).content
    assert bool(PIECES.search(archive)) == (role in SEES_HANDS)
    assert (b"p-77" in archive) == (role in SEES_CASH)


def test_what_was_surrendered_leaves_by_no_file(staff: Staff) -> None:
    """Nor does it from the account, which others tell from all the events."""
    given_up = (b'"3-3"', b'"3-4"')  # of that hand, and of no other here
    archive = evidence(staff, "dana", ROUNDS["surrendered"]).content
    account = unpack(archive)["account.html"].decode()
    assert "surrenders" in account
    assert account.count("An event is withheld here") == 2
    assert not [tile for tile in given_up if tile in archive]
    seen = evidence(staff, "vic", ROUNDS["surrendered"]).content
    assert [tile for tile in given_up if tile in seen] == [*given_up]


def test_the_complaint_is_told_with_the_round(staff: Staff) -> None:
    assert names(evidence(staff, "dana", ROUNDS["disputed"]).content)[-1] == "ComplaintMade"


def test_the_count_room_counts_blind(staff: Staff) -> None:
    problem = expect_problem(evidence(staff, "cora", ROUNDS["craps"]), "forbidden")
    assert "the count is blind" in problem["detail"]


def test_what_is_no_round_is_not_found(staff: Staff) -> None:
    for round_id in ("PG01-1-99", "PG99-1-1", "nonsense", "PG01-1-1;x"):
        expect_problem(evidence(staff, "ada", round_id), "not-found")
    unknown = staff.get("ada", f"/v1/rounds/{ROUNDS['craps']}/evidence", step=1)
    assert unknown.status_code == 422


def test_whoever_is_unknown_gets_none(staff: Staff) -> None:
    client = staff.clients["ada"]
    answer = client.get(
        f"/v1/rounds/{ROUNDS['craps']}/evidence", headers={"Authorization": "Bearer nobody"}
    )
    expect_problem(answer, "unauthorized")


def test_it_is_described(staff: Staff) -> None:
    described = staff.get("ada", "/openapi.json").json()["paths"]["/v1/rounds/{round_id}/evidence"]
    success = described["get"]["responses"]["200"]
    assert list(success["content"]) == ["application/zip"]
    assert "409" in described["get"]["responses"]


@pytest.mark.parametrize("who", ["frank", "vic"])
def test_the_button_of_the_page_gives_the_same(staff: Staff, who: str) -> None:
    round_id = ROUNDS["surrendered"]
    page = staff.clients[who].get(f"/rounds/{round_id}", headers=PAGE)
    [button] = re.findall(r'<a class="button" href="([^"]+)"[^>]*>Evidence</a>', page.text)
    answer = staff.clients[who].get(button, headers=PAGE)
    assert answer.status_code == 200
    assert answer.content == evidence(staff, who, round_id).content
    assert answer.headers["content-disposition"].startswith("attachment")


def test_whoever_gets_none_sees_no_button(staff: Staff) -> None:
    page = staff.clients["cora"].get(f"/rounds/{ROUNDS['craps']}", headers=PAGE)
    assert page.status_code == 200
    assert "Evidence" not in page.text
    denied = staff.clients["cora"].get(f"/rounds/{ROUNDS['craps']}/evidence", headers=PAGE)
    assert denied.status_code == 403


def test_what_is_not_sealed_yet_is_worth_asking_for_again(staff: Staff) -> None:
    """A round of its own, played after the last checkpoint."""
    _play(staff, "CR02", craps.open_craps(), *craps.a_round([craps.bet(1, "pass")], 3, 4))
    answer = evidence(staff, "ada", "CR02-1-1")
    problem = expect_problem(answer, "not-sealed")
    assert "try again in 10 seconds" in problem["detail"]
    assert (problem["retry_after"], answer.headers["retry-after"]) == (10, "10")
    page = staff.clients["ada"].get("/rounds/CR02-1-1/evidence", headers=PAGE)
    assert page.status_code == 409
    assert page.headers["content-type"].startswith("text/html")
    assert "try again in 10 seconds" in page.text
    seal(staff.house.storage.ledger)
    assert checked(evidence(staff, "ada", "CR02-1-1").content).code == 0


def test_a_store_that_was_changed_hands_out_no_evidence(staff: Staff) -> None:
    _play(staff, "CR03", craps.open_craps(), *craps.a_round([craps.bet(1, "pass")], 3, 4))
    seal(staff.house.storage.ledger)
    with tampering(staff.house.storage.ledger) as conn:
        conn.execute(
            "UPDATE pitledger_events SET state = convert_to(replace(convert_from(state, 'UTF8'),"
            """ '"total":7', '"total":8'), 'UTF8') WHERE originator_id = 'CR03'"""
        )
    problem = expect_problem(evidence(staff, "ada", "CR03-1-1"), "not-as-sealed")
    assert "is not what was sealed there" in problem["detail"]
