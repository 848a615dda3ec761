"""Witnesses over real HTTP: asked, checked, kept and shown; and never waited for."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from services.runtime.metrics import SEAL_WITNESS_ANSWERS
from services.settings import Settings
from services.store.ledger import Ledger
from services.transparency.keys import load_keys
from services.transparency.outlet import Outlet
from services.transparency.sealed_log import SealedLog
from services.transparency.sealer import Sealer
from services.transparency.witness_list import read_witnesses
from services.transparency.witnesses import WitnessOutlet
from tests.support.transparency import own_tree
from tests.support.transparency.sealing import expect_sealed, fill, newest, quick, sealing, wait_for
from tests.support.transparency.witness import Witness, serving, witnessing


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return quick(tmp_path)


@pytest.fixture
def vkey(settings: Settings) -> str:
    [key] = load_keys(settings, make=True)
    return str(key.verifier)


@pytest.fixture
def witness(vkey: str) -> Iterator[Witness]:
    with witnessing("witness.example/w1", vkey) as one:
        yield one


def outlets(ledger: Ledger, *witnesses: Witness) -> Callable[[], Sequence[Outlet]]:
    named = read_witnesses(",".join(one.setting for one in witnesses))
    return lambda: [WitnessOutlet(one, ledger.datastore) for one in named]


@contextmanager
def witnessed(settings: Settings, ledger: Ledger, *witnesses: Witness) -> Iterator[Sealer]:
    with sealing(settings, ledger, outlets=outlets(ledger, *witnesses)) as sealer:
        yield sealer


def has_cosigned(ledger: Ledger, witness: Witness, size: int) -> bool:
    """Whether the newest checkpoint bears its cosignature, by the tests' own notes."""
    found = newest(ledger)
    told = own_tree.read_checkpoint(found.published())
    if told.size < size or witness.name not in dict(told.lines):
        return False
    own_tree.check_signed(told, witness.vkey)
    return True


def answers(witness: Witness, answer: str) -> float:
    value: float = SEAL_WITNESS_ANSWERS.labels(witness.name, answer)._value.get()
    return value


def test_every_checkpoint_is_cosigned_and_shown(
    settings: Settings, ledger: Ledger, witness: Witness
) -> None:
    with witnessed(settings, ledger, witness) as sealer:
        for events in (0, 1, 255, 300, 700):
            fill(ledger, events) if events else None
            sealer.catch_up()
            wait_for(lambda: has_cosigned(ledger, witness, ledger.head()))
    assert witness.kept["pitledger/house"] == (1256, newest(ledger).root)
    assert set(witness.answers) == {200}
    expect_sealed(settings, ledger)


def test_several_are_shown_beside_each_other(settings: Settings, ledger: Ledger, vkey: str) -> None:
    with ExitStack() as stack:
        three = [stack.enter_context(witnessing(f"w{n}.example", vkey)) for n in range(3)]
        fill(ledger, 10)
        with witnessed(settings, ledger, *three) as sealer:
            sealer.catch_up()
            wait_for(lambda: all(has_cosigned(ledger, one, 10) for one in three))
    lines = newest(ledger).cosignatures.splitlines()
    assert sorted(line.split(" ")[1] for line in lines) == [one.name for one in three]


def test_one_that_is_elsewhere_says_so_and_is_asked_from_there(
    settings: Settings, ledger: Ledger, witness: Witness
) -> None:
    fill(ledger, 300)
    with witnessed(settings, ledger, witness) as sealer:
        sealer.catch_up()
        wait_for(lambda: has_cosigned(ledger, witness, 300))
    with ledger.datastore.get_connection() as conn:
        conn.execute("DELETE FROM pitledger_witnesses")
    fill(ledger, 300)
    with witnessed(settings, ledger, witness) as sealer:
        sealer.catch_up()
        wait_for(lambda: has_cosigned(ledger, witness, 600))
    assert 409 in witness.answers
    assert witness.answers[-1] == 200


def test_one_that_is_away_holds_nothing_up_and_cosigns_when_it_is_back(
    settings: Settings, ledger: Ledger, vkey: str
) -> None:
    witness = Witness("away.example", vkey)
    with serving(witness):
        port = int(witness.url.rpartition(":")[2].partition("/")[0])
    with witnessed(settings, ledger, witness) as sealer:
        for _ in range(3):
            fill(ledger, 100)
            sealer.catch_up()
        wait_for(lambda: answers(witness, "away") > 0)
        wait_for(lambda: sealer.trouble() is None)
        with serving(witness, port):
            wait_for(lambda: has_cosigned(ledger, witness, 300), 120)


def test_one_that_hangs_holds_nothing_up(
    settings: Settings, ledger: Ledger, witness: Witness, vkey: str
) -> None:
    witness.hangs.clear()
    with witnessing("quick.example", vkey) as quick_one:
        with witnessed(settings, ledger, witness, quick_one) as sealer:
            fill(ledger, 100)
            sealer.catch_up()
            wait_for(lambda: has_cosigned(ledger, quick_one, 100))
        assert witness.name not in newest(ledger).cosignatures


@pytest.mark.parametrize("how", ["signs_wrong", "signs_as"])
def test_a_wrong_cosignature_is_not_kept(
    settings: Settings, ledger: Ledger, witness: Witness, how: str
) -> None:
    setattr(witness, how, "somebody.example" if how == "signs_as" else True)
    before = answers(witness, "wrong")
    with witnessed(settings, ledger, witness) as sealer:
        fill(ledger, 100)
        sealer.catch_up()
        wait_for(lambda: answers(witness, "wrong") > before)
        wait_for(lambda: sealer.trouble() is None)
    assert all(not sealed.cosignatures for sealed in SealedLog(ledger.datastore).all())


def test_one_that_does_not_know_the_log_refuses(
    settings: Settings, ledger: Ledger, witness: Witness
) -> None:
    witness.logs = {}
    before = answers(witness, "refused")
    with witnessed(settings, ledger, witness) as sealer:
        wait_for(lambda: answers(witness, "refused") > before)
        fill(ledger, 100)
        sealer.catch_up()
    assert set(witness.answers) == {404}


def test_one_that_has_seen_more_is_heard(
    settings: Settings, ledger: Ledger, witness: Witness
) -> None:
    """It may be lying, so sealing goes on; the log and the metric say what it said."""
    witness.kept["pitledger/house"] = (10**6, b"\1" * 32)
    before = answers(witness, "ahead")
    with witnessed(settings, ledger, witness) as sealer:
        fill(ledger, 100)
        sealer.catch_up()
        wait_for(lambda: answers(witness, "ahead") > before)
        wait_for(lambda: sealer.trouble() is None)


def test_one_that_saw_another_history_cosigns_nothing(
    settings: Settings, ledger: Ledger, witness: Witness
) -> None:
    witness.kept["pitledger/house"] = (50, b"\1" * 32)
    before = answers(witness, "refused")
    with witnessed(settings, ledger, witness) as sealer:
        fill(ledger, 100)
        sealer.catch_up()
        wait_for(lambda: answers(witness, "refused") > before)
    assert 422 in witness.answers
    assert newest(ledger).cosignatures == ""
