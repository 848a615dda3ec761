"""The one way in: what every sender's commands are given, and what no sender can tell."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import pytest
from typer.testing import CliRunner

from domain.chart import ChartOfAccounts
from domain.commands import CommandError
from domain.findings import Findings
from domain.messages.commands import parse_command
from domain.proofs import Person, Proofs
from services.cli.main import app
from services.desk.request import Context, make_request
from services.entry.proofs import make_proof
from services.entry.requests import Entry
from services.entry.tokens import Tokens
from services.kafka.delivery import read_delivery
from services.queries import Queries
from services.settings import read_settings
from tests.support.http.staff import STAFF, write_tokens

NOW: Final = 1_800_000_000
CLOSE: Final = {"command": "close_day", "day": "2020-11-15", "status": "provisional"}
TOLD: Final[tuple[dict[str, Any], ...]] = (
    {"alerts": []},
    {"alerts": None},
    {"currency_threshold": 1},
    {"currency_threshold": None},
)
COUNT: Final = {
    "command": "count_tray",
    "table": "PG01",
    "inventory": 5,
    "signatures": [{"id": "dana", "role": "dealer"}],
}


class Shelf(Queries):
    """The books of a house that has not played yet."""

    def __init__(self) -> None:
        """Without a database."""

    @property
    def rows(self) -> Any:
        return SimpleNamespace(find=lambda *_, **__: [])


def entry(tokens: Tokens | None = None, now: int = NOW, **more: Any) -> Entry:
    return Entry(read_settings({}, **more), Shelf(), tokens, clock=lambda: float(now))


@pytest.fixture
def tokens(tmp_path: Path) -> Tokens:
    return Tokens.read(write_tokens(tmp_path / "tokens.toml"))


def proof(tokens: Tokens, who: str = "dana", expires: int = NOW + 60, **command: Any) -> str:
    known = tokens.known(who)
    assert known is not None
    told = parse_command({**COUNT, **command})
    return make_proof(told, Person(who, STAFF[who]), known.secret, expires)


@pytest.mark.parametrize("told", TOLD, ids=str)
def test_nobody_tells_the_alerts_or_the_threshold(told: dict[str, Any]) -> None:
    command = {**CLOSE, **told}
    with pytest.raises(CommandError, match="not permitted"):
        parse_command(command)
    played = CliRunner().invoke(app, ["play", "-"], input=json.dumps(command))
    assert played.exit_code == 2
    assert "line 1" in played.stderr
    value = json.dumps(command).encode()
    record = SimpleNamespace(topic="c", partition=0, offset=7, key=None, value=value, headers=[])
    delivered = read_delivery(record, entry())
    assert delivered.request is None
    assert delivered.rejected is not None
    assert delivered.rejected.problem == "invalid-command"


def test_they_are_the_services_own() -> None:
    command = parse_command(CLOSE)
    prepared = entry(currency_threshold=77).prepare([command])
    found = Findings(currency_threshold=77, chart=ChartOfAccounts(property="house"))
    assert prepared.context.findings == {CLOSE["day"]: found}
    assert entry(currency_threshold=78).prepare([command]).body == prepared.body


def test_a_close_without_findings_cannot_be_handed_in() -> None:
    with pytest.raises(AssertionError, match="findings"):
        make_request([parse_command(CLOSE)])


def test_only_a_close_reads_the_books() -> None:
    assert Entry.reads_the_books([parse_command(CLOSE)])
    assert not Entry.reads_the_books([parse_command(COUNT)])


def test_where_nobody_signs_in_proofs_are_worth_nothing_and_none_are_asked_for() -> None:
    command = parse_command({**COUNT, "proofs": {"dana": "p1.a.b"}})
    assert entry().prepare([command]).context == Context()


def test_a_proof_is_worth_its_signer(tokens: Tokens) -> None:
    command = parse_command({**COUNT, "proofs": {"dana": proof(tokens)}})
    context = entry(tokens).prepare([command]).context
    assert context.proofs == (Proofs((Person("dana", "dealer"),)),)
    assert list(context.proof_ids.values()) == ["dana"]


def test_proofs_make_no_other_request(tokens: Tokens) -> None:
    once, again, none = (
        entry(tokens).prepare([parse_command({**COUNT, "proofs": proofs})])
        for proofs in ({"dana": proof(tokens)}, {"dana": proof(tokens)}, {})
    )
    assert once.body == again.body == none.body
    assert once.context.proof_ids.keys().isdisjoint(again.context.proof_ids)


@pytest.mark.parametrize(
    ("late", "expired"), [(0, False), (59, False), (60, False), (61, True), (10**6, True)]
)
def test_a_proof_is_good_for_its_time(tokens: Tokens, late: int, expired: bool) -> None:
    command = parse_command({**COUNT, "proofs": {"dana": proof(tokens)}})
    (worth,) = entry(tokens, NOW + late).prepare([command]).context.proofs or ()
    assert (worth.wrong is not None) == expired
    assert bool(worth.people) != expired


def test_each_command_of_a_list_has_its_own(tokens: Tokens) -> None:
    first = {**COUNT, "proofs": {"dana": proof(tokens)}}
    second = {**COUNT, "inventory": 6}
    context = entry(tokens).prepare([parse_command(one) for one in (first, second)]).context
    assert context.proofs == (Proofs((Person("dana", "dealer"),)), Proofs())


def test_a_message_of_the_topic_is_checked_in_the_same_way(tokens: Tokens) -> None:
    """Its id is part of what is signed, so the sender gives one."""
    told = {**COUNT, "command_id": "00000000-0000-4000-8000-000000000001"}
    made = proof(tokens, command_id=told["command_id"])
    for amount, people in ((5, 1), (6, 0)):
        value = json.dumps({**told, "inventory": amount, "proofs": {"dana": made}}).encode()
        record = SimpleNamespace(
            topic="c", partition=0, offset=7, key=b"PG01", value=value, headers=[]
        )
        delivered = read_delivery(record, entry(tokens))
        assert delivered.request is not None
        (worth,) = delivered.request.context.proofs or ()
        assert len(worth.people) == people
        assert (worth.wrong is None) == bool(people)
