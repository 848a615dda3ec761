"""The columns of the exported tables; the day is in the folder's name, as `day=2026-11-15`.

Amounts are whole cents, times UTC. What was added later is null in older rows.
"""

from typing import Any, Final

import msgspec
import pyarrow as pa

from domain.gaming_day import stored_moment
from projections.rounds.row import RoundRow
from services.store.log_row import LogRow

_NAME: Final = pa.dictionary(pa.int32(), pa.string())
"""A text that repeats."""
_MOMENT: Final = pa.timestamp("us", tz="UTC")

PROPERTY: Final = pa.field("property", _NAME, nullable=False)
"""Whose it is: the files of several houses may lie together."""
EVENTS: Final = pa.schema(
    [
        PROPERTY,
        pa.field("position", pa.int64(), nullable=False),
        pa.field("key", _NAME, nullable=False),
        pa.field("seq", pa.int64(), nullable=False),
        pa.field("event", _NAME, nullable=False),
        pa.field("version", pa.int16(), nullable=False),
        pa.field("table", _NAME),
        pa.field("session", pa.int32()),
        pa.field("round", pa.string()),
        pa.field("shift", pa.int8()),
        pa.field("at", _MOMENT),
        pa.field("recorded", _MOMENT),
        pa.field("actor_id", _NAME),
        pa.field("actor_role", _NAME),
        pa.field("command_id", pa.string()),
        pa.field("rule", _NAME),
        pa.field("entries", pa.map_(pa.string(), pa.int64())),
        pa.field("json", pa.string(), nullable=False),
    ],
    metadata={"pitledger": "events v1"},
)
ROUNDS: Final = pa.schema(
    [
        PROPERTY,
        pa.field("round", pa.string(), nullable=False),
        pa.field("table", _NAME, nullable=False),
        pa.field("session", pa.int32(), nullable=False),
        pa.field("number", pa.int32(), nullable=False),
        pa.field("regulation", _NAME),
        pa.field("submission_hash", _NAME),
        pa.field("phase", _NAME, nullable=False),
        pa.field("opened", _MOMENT),
        pa.field("ended", _MOMENT),
        pa.field("dice", pa.list_(pa.int8())),
        pa.field("shaker", pa.string()),
        pa.field("banker_seat", pa.int8()),
        pa.field("bank_net", pa.int64()),
        pa.field("bank_vigorish", pa.int64()),
        pa.field("dealer_wager", pa.int64()),
        pa.field("dealer_outcome", _NAME),
        pa.field("wagers", pa.int32(), nullable=False),
        pa.field("wagered", pa.int64(), nullable=False),
        pa.field("paid", pa.int64(), nullable=False),
        pa.field("vigorish", pa.int64(), nullable=False),
        pa.field("tray_delta", pa.int64()),
        pa.field("triples", pa.int32()),
        pa.field("reason", pa.string()),
        pa.field("corrections", pa.int32(), nullable=False),
        pa.field("disputes", pa.int32(), nullable=False),
        pa.field("adjustments", pa.int64(), nullable=False),
        pa.field("first_seq", pa.int64(), nullable=False),
        pa.field("last_seq", pa.int64(), nullable=False),
    ],
    metadata={"pitledger": "rounds v1"},
)
WAGERS: Final = pa.schema(
    [
        PROPERTY,
        pa.field("round", pa.string(), nullable=False),
        pa.field("table", _NAME, nullable=False),
        pa.field("session", pa.int32(), nullable=False),
        pa.field("line", pa.int32(), nullable=False),
        pa.field("seat", pa.int8(), nullable=False),
        pa.field("wager", _NAME, nullable=False),
        pa.field("amount", pa.int64(), nullable=False),
        pa.field("coupon", pa.int64(), nullable=False),
        pa.field("player", pa.string(), nullable=False),
        pa.field("outcome", _NAME, nullable=False),
        pa.field("paid", pa.int64(), nullable=False),
        pa.field("vigorish", pa.int64(), nullable=False),
        pa.field("rule", _NAME),
        pa.field("hand", _NAME),
        pa.field("from_meter", pa.int64()),
        pa.field("point", pa.int8()),
    ],
    metadata={"pitledger": "wagers v1"},
)
TABLES: Final = {"events": EVENTS, "rounds": ROUNDS, "wagers": WAGERS}


class _Event(msgspec.Struct):
    """What is read of an event of any version."""

    event: str
    version: int
    table: str | None = None
    session: int | None = None
    shift: int | None = None
    at: str = ""
    actor: dict[str, str] | None = None
    rule: str | None = None
    entries: dict[str, int] | None = None


_EVENT: Final = msgspec.json.Decoder(_Event)


def event_row(row: LogRow) -> dict[str, Any]:
    told = _EVENT.decode(row.state)
    actor = told.actor or {}
    return {
        "position": row.position,
        "key": row.key,
        "seq": row.seq,
        "event": told.event,
        "version": told.version,
        "table": told.table,
        "session": told.session,
        "round": row.round,
        "shift": told.shift,
        "at": stored_moment(told.at) if told.at else None,
        "recorded": stored_moment(row.recorded) if row.recorded else None,
        "actor_id": actor.get("id"),
        "actor_role": actor.get("role"),
        "command_id": row.command_id,
        "rule": told.rule,
        "entries": None if told.entries is None else list(told.entries.items()),
        "json": row.state.decode(),
    }


def round_row(row: RoundRow) -> dict[str, Any]:
    """Sums are of the lines of its wagers; a round that is not finished has none."""
    return {
        "round": row.round,
        "table": row.table,
        "session": row.session,
        "number": row.number,
        "regulation": row.regulation or None,
        "submission_hash": row.submission_hash or None,
        "phase": row.phase,
        "opened": stored_moment(row.opened) if row.opened else None,
        "ended": stored_moment(row.ended) if row.ended else None,
        "dice": None if row.dice is None else list(row.dice),
        "shaker": None if row.shaker is None else str(row.shaker),
        "banker_seat": None if row.banker is None else row.banker.seat,
        "bank_net": None if row.bank is None else row.bank.net,
        "bank_vigorish": None if row.bank is None else row.bank.vigorish,
        "dealer_wager": None if row.dealer_wager is None else row.dealer_wager.amount,
        "dealer_outcome": None if row.dealer_wager is None else row.dealer_wager.outcome,
        "wagers": len(row.wagers),
        "wagered": sum(line.amount for line in row.wagers),
        "paid": sum(line.paid for line in row.wagers),
        "vigorish": sum(line.vigorish for line in row.wagers),
        "tray_delta": row.tray_delta,
        "triples": row.triples,
        "reason": row.reason,
        "corrections": len(row.corrections),
        "disputes": len(row.disputes),
        "adjustments": sum(one.adjustment for one in row.disputes),
        "first_seq": row.first_seq,
        "last_seq": row.seq,
    }


def wager_rows(row: RoundRow) -> list[dict[str, Any]]:
    return [
        {
            "round": row.round,
            "table": row.table,
            "session": row.session,
            "line": number,
            "seat": line.seat,
            "wager": line.wager,
            "amount": line.amount,
            "coupon": line.coupon,
            "player": line.player,
            "outcome": line.outcome,
            "paid": line.paid,
            "vigorish": line.vigorish,
            "rule": line.rule,
            "hand": _told(line.hand),
            "from_meter": _told(line.from_meter),
            "point": _told(line.point),
        }
        for number, line in enumerate(row.wagers)
    ]


def _told(value: Any) -> Any:
    return None if value is msgspec.UNSET else value
