"""Which key must have signed a checkpoint, by the keys that were told and the log's rotations."""

import pytest

from services.transparency.key_history import KeyHistory, KeyInForce
from services.transparency.notes import VerifierKey
from services.transparency.trust import Trust
from tests.support.transparency.keys import ORIGIN, key

FIRST, SECOND, THIRD, STRANGER = (key(number).verifier for number in range(1, 5))
ELSEWHERE = key(5, "elsewhere/log").verifier
HISTORY = KeyHistory(
    (
        KeyInForce(FIRST, 0, 500),
        KeyInForce(SECOND, 500, 900, "signed"),
        KeyInForce(THIRD, 900, None, "signed"),
        KeyInForce(ELSEWHERE, 0),
    )
)


@pytest.mark.parametrize("told", [FIRST, SECOND, THIRD])
@pytest.mark.parametrize(
    ("size", "signs"),
    [(0, FIRST), (499, FIRST), (500, SECOND), (899, SECOND), (900, THIRD), (5000, THIRD)],
)
def test_who_trusts_one_key_of_a_chain_follows_it(
    told: VerifierKey, size: int, signs: VerifierKey
) -> None:
    assert Trust((told,), HISTORY).signers(ORIGIN, size) == [signs]


def test_a_key_that_the_log_does_not_tell_of_stands_alone() -> None:
    assert Trust((STRANGER,), HISTORY).signers(ORIGIN, 700) == [STRANGER]
    assert Trust((STRANGER, FIRST), HISTORY).signers(ORIGIN, 700) == [SECOND, STRANGER]
    assert Trust((STRANGER,)).signers(ORIGIN, 700) == [STRANGER]


def test_a_chain_of_another_log_is_not_followed() -> None:
    assert Trust((ELSEWHERE,), HISTORY).signers(ORIGIN, 700) == [ELSEWHERE]


@pytest.mark.parametrize(
    ("told", "entered"),
    [
        ((FIRST,), []),
        ((SECOND,), [SECOND]),
        ((THIRD, SECOND), [SECOND]),
        ((THIRD, FIRST), []),
        ((STRANGER, ELSEWHERE), []),
    ],
)
def test_a_chain_that_is_entered_behind_its_first_key_is_told(
    told: tuple[VerifierKey, ...], entered: list[VerifierKey]
) -> None:
    assert [one.key for one in Trust(told, HISTORY).entered()] == entered
