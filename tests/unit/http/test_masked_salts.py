"""A salt is masked with the pieces: neither is seen where the other is not."""

from typing import Final

import msgspec
from msgspec.structs import replace

from domain.events import Event, encode, topic_of
from domain.events.envelope import ShowsPieces
from domain.messages.events import decode
from domain.unseen import MASK
from projections.projection import folded
from projections.rounds import Rounds
from projections.rounds.row import RoundRow
from services.sight import mask_event
from tests.support.domain.salted import NAMED, WRITTEN, as_before, examples

ENDED: Final = ("closed", "voided")


def finished_rounds() -> list[tuple[ShowsPieces, RoundRow]]:
    """What shows pieces, each with its round as it ended."""
    found = []
    for one in examples():
        rows = {row.round: row for row in folded(Rounds(), one.events).values()}
        for event in one.events:
            row = rows.get(event.round or "")
            if isinstance(event, ShowsPieces) and row is not None and row.phase in ENDED:
                found.append((event, row))
    return found


def in_play() -> list[ShowsPieces]:
    return [event for event, _ in finished_rounds()]


def salt_of(event: Event) -> object:
    assert isinstance(event, ShowsPieces)
    return event.salt


def test_in_play_no_piece_and_no_salt_is_seen() -> None:
    for event in in_play():
        masked = mask_event(event, None)
        written = encode(masked)
        assert not NAMED.search(written)
        assert not WRITTEN.search(written)
        assert salt_of(masked) == MASK
        assert decode(topic_of(event), written) == masked


def test_afterwards_the_salt_is_seen_where_all_pieces_are() -> None:
    seen = []
    for event, row in finished_rounds():
        masked = mask_event(event, row)
        if f'"{MASK}"'.encode() in encode(replace(masked, salt=None)):
            assert salt_of(masked) == MASK
        else:
            assert masked is event
        seen.append((type(event).__name__, masked is event))
    # A hand set and seen, one that was surrendered; and tiles always have a dead hand.
    assert {("HandSet", True), ("HandSet", False), ("CardsDealt", True)} <= {*seen}
    assert ("TilesDealt", True) not in seen


def test_what_has_no_salt_gets_none() -> None:
    for event in in_play():
        before = decode(topic_of(event), as_before(event))
        assert salt_of(mask_event(before, None)) is msgspec.UNSET
        played = replace(event, salt=None)
        assert salt_of(mask_event(played, None)) is None
