"""Where a difference arose: between the last count that was as good as before and the bad one."""

import msgspec

from projections.sessions.period import Count, Period


class Interval(msgspec.Struct, frozen=True, kw_only=True):
    """Events after `after_seq` up to `upto_seq` of the table's stream, and when that was."""

    after_seq: int
    after_at: str
    upto_seq: int
    upto_at: str
    since: str
    """What stood at its beginning: `opener` or `count`."""
    first_round: int
    last_round: int
    """Numbers of the rounds that were played in it, wholly or in part; none where the last is
    below the first."""


class Turn(msgspec.Struct, frozen=True):
    """A count that found another variance than the one before it."""

    count: Count
    amount: int
    """By how much the variance changed."""
    interval: Interval


def interval_before(period: Period, count: Count) -> Interval:
    """From the count before it, or from the opener."""
    before = [one for one in period.counts if one.seq < count.seq]
    last = before[-1] if before else None
    return Interval(
        after_seq=last.seq if last else period.since,
        after_at=last.at if last else period.began,
        upto_seq=count.seq,
        upto_at=count.at,
        since="count" if last else "opener",
        first_round=(last.ended if last else period.before) + 1,
        last_round=count.begun,
    )


def whole(period: Period) -> Interval:
    """The period from its opener to the count that ended it, or to its last count so far."""
    last = period.counts[-1] if period.counts else None
    return Interval(
        after_seq=period.since,
        after_at=period.began,
        upto_seq=period.upto or (last.seq if last else period.since),
        upto_at=period.ended or (last.at if last else period.began),
        since="opener",
        first_round=period.before + 1,
        last_round=last.begun if last else period.begun_round,
    )


def turns(period: Period) -> list[Turn]:
    """Each interval whose counts disagree is named once, with its own amount."""
    found = []
    variance = 0
    for count in period.counts:
        if count.variance != variance:
            interval = interval_before(period, count)
            found.append(Turn(count, count.variance - variance, interval))
        variance = count.variance
    return found
