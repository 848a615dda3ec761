"""Requests out of the desk's wire, and answers onto it."""

from concurrent.futures import Future

import msgspec
import structlog

from domain.commands import parse_written
from services.desk import wire
from services.desk.request import Answer, CommandRefused, OtherBody, Request, streams_of
from services.desk.request_queue import DeskBusy, DeskClosed
from services.desk.wire import checked, frame
from services.store.appending import is_outage
from services.store.archived import ArchiveAway
from services.store.database import StoreUnavailable

_log = structlog.get_logger("desk server")


def read_request(asked: wire.Asked) -> Request:
    written = tuple(bytes(one) for one in asked.commands)
    commands = tuple(parse_written(one) for one in written)
    return Request(
        commands=commands,
        ids=tuple(asked.ids),
        streams=streams_of(commands),
        body=asked.body,
        written=written,
        delivery=asked.delivery,
        again=asked.again,
        place_id=asked.place_id,
        context=asked.context,
    )


def as_frame(word: wire.Spoken | wire.Goodbye) -> bytes:
    """As a frame; an answer that cannot be one becomes a failure."""
    try:
        return checked(frame(word))
    except Exception as error:  # noqa: BLE001  one answer does not stop the others
        assert not isinstance(word, wire.Goodbye)
        _log.exception("an answer could not be given")
        why = f"it was done, but its answer cannot be written: {error!r}"
        return frame(wire.Failure(word.number, why, store=False))


def answer_of(number: int, done: "Future[Answer]") -> wire.Spoken | wire.Goodbye:
    """Goodbye where another desk is to be asked."""
    if done.cancelled():
        return wire.Failure(number, "it was called off", store=False)
    error = done.exception()
    match error:
        case None:
            answer = done.result()
            states = [msgspec.Raw(state) for state in answer.events]
            return wire.Accepted(number, states, answer.repeated)
        case CommandRefused():
            return refusal_of(number, error)
        case OtherBody():
            return wire.UsedBefore(number, error.command_id)
        case DeskClosed():
            return wire.Goodbye()
        case _:
            return failure(number, error)


def refusal_of(number: int, refused: CommandRefused) -> wire.Refusal:
    why = refused.refusal
    return wire.Refusal(number, type(why).__name__, why.rule, why.reason, refused.index)


def failure(number: int, error: BaseException) -> wire.Failure:
    later = isinstance(error, StoreUnavailable | DeskBusy | ArchiveAway) or (
        isinstance(error, Exception) and is_outage(error)
    )
    return wire.Failure(number, str(error) if later else repr(error), later)
