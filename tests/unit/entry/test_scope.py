"""In whose name a command comes, and at which tables: what is not one's own is denied."""

import hashlib
from pathlib import Path
from typing import Any

import pytest

from domain.commands.fields import Actor
from domain.messages.commands import parse_command
from domain.proofs import Person
from services.entry.identity import Denied, require_scope, told_by
from services.entry.proofs import Signers, make_proof, read_proofs
from services.entry.tokens import Known, Tokens
from services.settings_sources import SettingsError

DANA = Actor(id="dana", role="dealer")
NOW = 1_800_000_000


def command(table: str = "PG01", **more: Any) -> Any:
    return parse_command({"command": "buy_in", "table": table, "seat": 1, "amount": 100, **more})


def known(*tables: str) -> Known:
    return Known(DANA, hashlib.sha256(b"dana").digest(), frozenset(tables) or None)


def tokens_with(folder: Path, line: str) -> Tokens:
    path = folder / "tokens.toml"
    digest = hashlib.sha256(b"dana").hexdigest()
    path.write_text(f'[[token]]\nid = "dana"\nrole = "dealer"\nsha256 = "{digest}"\n{line}\n')
    path.chmod(0o600)
    return Tokens.read(path)


def test_a_token_may_be_for_some_tables_only(tmp_path: Path) -> None:
    found = tokens_with(tmp_path, 'tables = ["PG01", "PG02"]').known("dana")
    assert found is not None
    assert found.tables == frozenset({"PG01", "PG02"})
    everywhere = tokens_with(tmp_path, "").known("dana")
    assert everywhere is not None
    assert everywhere.tables is None


@pytest.mark.parametrize(
    "tables", ["[]", '"PG01"', "[1]", '["a b"]', '["PG01", ""]', "{}", str(["PG01"] * 51)]
)
def test_a_scope_that_cannot_be_used_is_told(tmp_path: Path, tables: str) -> None:
    with pytest.raises(SettingsError, match="token 1: tables"):
        tokens_with(tmp_path, f"tables = {tables}")


def test_what_is_told_to_another_table_is_denied() -> None:
    require_scope(known("PG01"), [command("PG01")])
    require_scope(known(), [command("PG09")])
    with pytest.raises(Denied, match="for table PG02, and dana is signed in for PG01 only") as why:
        require_scope(known("PG01"), [command("PG01"), command("PG02")])
    assert why.value.why == "scope"


def test_a_day_is_of_no_single_table() -> None:
    day = parse_command({"command": "close_day", "day": "2026-11-15", "status": "provisional"})
    require_scope(known(), [day])
    with pytest.raises(Denied, match="the whole property"):
        require_scope(known("PG01"), [day])


def test_the_actor_is_who_signed_in() -> None:
    own = {"id": "dana", "role": "dealer"}
    assert (
        told_by({"x": 1}, DANA) == told_by({"x": 1, "actor": own}, DANA) == {"x": 1, "actor": own}
    )
    assert told_by({"actor": None}, DANA) == {"actor": own}


@pytest.mark.parametrize(
    "declared",
    [
        {"id": "frank", "role": "dealer"},
        {"id": "dana", "role": "pit_manager"},
        {"id": "dana"},
        {"id": "dana", "role": "dealer", "more": 1},
        "dana",
        7,
    ],
)
def test_nobody_declares_another(declared: Any) -> None:
    with pytest.raises(Denied, match="another actor than dana") as why:
        told_by({"actor": declared}, DANA)
    assert why.value.why == "actor"


def test_a_proof_made_outside_its_scope_proves_nothing(tmp_path: Path) -> None:
    """Whoever holds a token can make its proofs without asking the service."""
    tokens = tokens_with(tmp_path, 'tables = ["PG01"]')
    signer = Person("dana", "dealer")

    def proved(table: str) -> str | None:
        proof = make_proof(command(table), signer, hashlib.sha256(b"dana").digest(), NOW + 60)
        return read_proofs(command(table, proofs={"dana": proof}), Signers(tokens), NOW).worth.wrong

    assert proved("PG01") is None
    assert "was made with a token for other tables than PG02" in str(proved("PG02"))


def test_nor_with_one_whose_owner_has_another_token_for_it(tmp_path: Path) -> None:
    other = hashlib.sha256(b"another").hexdigest()
    more = f'[[token]]\nid = "dana"\nrole = "dealer"\nsha256 = "{other}"\ntables = ["PG02"]'
    tokens = tokens_with(tmp_path, f'tables = ["PG01"]\n{more}')

    def wrong(secret: bytes) -> str | None:
        told = command("PG02")
        proof = make_proof(told, Person("dana", "dealer"), hashlib.sha256(secret).digest(), NOW)
        return read_proofs(
            command("PG02", proofs={"dana": proof}), Signers(tokens), NOW
        ).worth.wrong

    assert wrong(b"another") is None
    assert "was made with a token for other tables than PG02" in (wrong(b"dana") or "")
