"""Which events are looked at before they are shown to somebody."""

import pytest

from domain.events import topic_of
from domain.messages.commands import parse_command
from domain.messages.events import EVENT_TYPES
from services.http.answer_masking import sender_of
from services.sight import WITH_CASH, WITH_HANDS, Sight


@pytest.mark.parametrize("sight", [Sight(a, b) for a in (False, True) for b in (False, True)])
def test_what_may_be_masked_is_looked_at_and_nothing_else(sight: Sight) -> None:
    kept = {kind for kind in EVENT_TYPES if sight.may_be_kept_from(topic_of(kind))}
    hands = set() if sight.hands else {*WITH_HANDS}
    assert kept == hands | (set() if sight.cash else {*WITH_CASH})


@pytest.mark.parametrize("topic", ["pitledger.HandSet.v0", "pitledger.Nothing.v1"])
def test_what_is_stored_under_another_name_may_be_anything(topic: str) -> None:
    """An older version is lifted when it is read: only then is it seen what it shows."""
    assert Sight(hands=False, cash=False).may_be_kept_from(topic)
    assert Sight(hands=True, cash=True).may_be_kept_from(topic)


@pytest.mark.parametrize(
    ("roles", "seen"),
    [
        (("dealer", "auditor"), Sight(hands=True, cash=False)),
        (("dealer", "cage"), Sight(hands=False, cash=False)),
        (("cage", "pit_manager"), Sight(hands=False, cash=True)),
    ],
)
def test_of_a_list_only_that_is_seen_which_all_whom_it_names_see(
    roles: tuple[str, ...], seen: Sight
) -> None:
    told = {"command": "roll", "table": "PG01", "dice": [1, 2, 3]}
    commands = [parse_command({**told, "actor": {"id": one, "role": one}}) for one in roles]
    assert sender_of(commands, None).sight == seen
