"""Events, refusals, sentences, rules and hashes are byte for byte what they were.

The sums were taken before a table hosted a game; a change that is meant renews them with
`python -m tests.unit.unchanged`.
"""

import json
from pathlib import Path

import pytest

from tests.unit.unchanged.outputs import ROOT, outputs

SUMS = Path(__file__).with_name("sums.json")


def test_nothing_that_is_stored_or_printed_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    before: dict[str, str] = json.loads(SUMS.read_text())
    now = dict(outputs())
    assert now.keys() == before.keys()
    assert [name for name, value in now.items() if value != before[name]] == []
