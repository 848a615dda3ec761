"""With AUTH on: a round in play shows its hands to those roles alone that may see them."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from services.http.masking import SEES_HANDS
from tests.support.domain import asked, poker
from tests.support.domain.asked import Asked
from tests.support.http.playing import DEALER, LOSES, WINS
from tests.support.http.staff import STAFF, Staff, at_work
from tests.support.pages.pieces import pieces_told

PAGE: Final = {"Accept": "text/html"}
TILES: Final = (asked.open_table(), *asked.up_to_the_house(DEALER, {1: WINS, 2: LOSES}))
CARDS: Final = (
    poker.poker(),
    *(asked.open_round(), asked.place(1), asked.no_more_bets(), asked.roll(*poker.EIGHT)),
    *(poker.deal_cards({1: poker.WINS}), asked.set_hand(1), asked.set_house()),
)


@pytest.fixture(scope="module")
def staff(server: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Staff]:
    folder: Path = tmp_path_factory.mktemp("tokens")
    with at_work(server, folder) as people:
        _play(people, "PG11", TILES)
        _play(people, "PG12", CARDS)
        people.house.runner.catch_up(10)
        yield people


def _play(staff: Staff, table: str, commands: tuple[Asked, ...]) -> None:
    for command in commands:
        staff.done("frank", {**command, "table": table})


@pytest.mark.parametrize("table", ["PG11", "PG12"])
@pytest.mark.parametrize("who", STAFF)
def test_hands_in_play_are_for_their_roles(staff: Staff, who: str, table: str) -> None:
    client, address = staff.clients[who], f"/rounds/{table}-1-1"
    first = client.get(address, headers=PAGE)
    assert first.status_code == 200, first.text
    steps = re.search(r'data-steps="(\d+)"', first.text)
    assert steps
    bodies = [
        client.get(address, params={"step": number}, headers=PAGE).text
        for number in range(1, int(steps[1]) + 1)
    ]
    shown = [told for body in (first.text, *bodies) for told in pieces_told(body)]
    assert bool(shown) == (STAFF[who] in SEES_HANDS)


def test_whoever_has_not_signed_in_is_sent_to_do_so(staff: Staff) -> None:
    client = staff.clients["frank"]
    answer = client.get("/rounds/PG11-1-1", headers={**PAGE, "Authorization": ""})
    assert answer.status_code in (303, 401)
    assert pieces_told(answer.text) == []
