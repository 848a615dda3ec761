"""Which keys a checkpoint may be signed by."""

import pytest

from services.transparency.key_history import KeyInForce
from services.transparency.notes import SigningKey, VerifierKey
from services.verification import keys
from services.verification.keys import keys_to_trust, signing

OLD, NEW, STRANGER = (
    SigningKey("house/log", bytes([number]) * 32).verifier for number in (1, 2, 3)
)
ELSEWHERE = SigningKey("elsewhere/log", bytes(32)).verifier
KEPT = [KeyInForce(OLD, 0, 500), KeyInForce(NEW, 500), KeyInForce(ELSEWHERE, 0)]


def trusted(monkeypatch: pytest.MonkeyPatch, *told: VerifierKey) -> list[VerifierKey]:
    monkeypatch.setattr(keys, "known_keys", lambda _: KEPT)
    return [one.key for one in keys_to_trust(None, list(told))]  # type: ignore[arg-type]


def test_without_a_word_those_that_are_kept_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    assert trusted(monkeypatch) == [OLD, NEW, ELSEWHERE]


@pytest.mark.parametrize("told", [OLD, NEW])
def test_who_trusts_one_key_of_a_chain_follows_it(
    monkeypatch: pytest.MonkeyPatch, told: VerifierKey
) -> None:
    assert trusted(monkeypatch, told) == [OLD, NEW]


def test_a_key_that_is_not_kept_stands_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    assert trusted(monkeypatch, STRANGER) == [STRANGER]


def test_the_first_checkpoint_after_a_rotation_may_be_signed_by_both() -> None:
    assert signing(KEPT[:2], 499, 400) == [OLD]
    assert signing(KEPT[:2], 510, 499) == [OLD, NEW]
    assert signing(KEPT[:2], 600, 510) == [NEW]
