"""Who sat where in the finished rounds that a table remembers."""

from domain.table.books import SEATINGS_KEPT, Seating


def with_seating(seatings: tuple[Seating, ...], now: Seating) -> tuple[Seating, ...]:
    """With that of a round that ended just now, perhaps for the second time; kept where it differs
    from the one before."""
    spot = (now.session, now.number)
    kept = seatings
    if kept and (kept[-1].session, kept[-1].number) == spot:
        kept = kept[:-1]
    if kept and (kept[-1].session, kept[-1].players) == (now.session, now.players):
        return kept
    return (*kept[1 - SEATINGS_KEPT :], now)


def players_in(seatings: tuple[Seating, ...], session: int, number: int) -> dict[int, str] | None:
    """By seat, in a round that is over; None where it lies too far back to be known."""
    for one in reversed(seatings):
        if (one.session, one.number) <= (session, number):
            return one.players if one.session == session else None
    return None
