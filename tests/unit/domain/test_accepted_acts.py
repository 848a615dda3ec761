"""What a table accepts at every moment, and from whom, is what was read against the texts."""

from difflib import unified_diff

from tests.support.domain.accepted_acts import KEPT, accepted_acts


def test_nothing_is_accepted_that_was_not_read() -> None:
    now, kept = accepted_acts().splitlines(), KEPT.read_text(encoding="utf-8").splitlines()
    assert list(unified_diff(kept, now, "kept", "now", lineterm="", n=0)) == [], (
        "read it against the regulations; then: python -m tests.support.domain.accepted_acts"
    )
