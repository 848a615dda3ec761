"""Before anything is taken out of the log: its days are audited, and nobody still needs it here."""

from collections.abc import Mapping

from domain.day.calendar import Calendar
from domain.gaming_day import day_after
from projections import all_projections
from services.kafka.topics import Topics
from services.projector.read_models import ReadModels
from services.settings import Settings
from services.store.ledger import Ledger
from services.store.streams import load_stream, load_streams, save_snapshots, snapshot_heads

_SNAPSHOTS_AT_ONCE = 20


class CannotPrune(Exception):
    """Something stands against it; nothing was taken out."""


def require_audited(calendar: Calendar, day: str) -> None:
    """Every day before this one."""
    if not calendar.audited:
        raise CannotPrune(
            "no gaming day is audited yet; only what is audited is taken out of the log:"
            " pitledger day close DAY --status audited"
        )
    first = day_after(calendar.audited)
    if first < day:
        raise CannotPrune(
            f"the gaming day {first} is {calendar.standing(first) or 'open'}, not audited;"
            f" what is audited is taken out by: pitledger prune --before {first}"
        )


def require_followers(
    settings: Settings, ledger: Ledger, models: ReadModels, cut: int, heads: Mapping[str, int]
) -> None:
    """Read models and topics have had all of it."""
    names = [one.name for one in all_projections()]
    stopped = sorted(set(names) - models.going(names))
    if stopped:
        raise CannotPrune(
            f"the read models {', '.join(stopped)} are stopped or were never begun:"
            " see `pitledger step-over`, or build them anew with `pitledger rebuild`"
        )
    late = sorted(models.behind(names, heads))
    if late:
        raise CannotPrune(
            f"the read models {', '.join(late)} have not folded all events up to {cut}: let"
            " `pitledger follow` catch up"
        )
    if settings.kafka_bootstrap:
        for topic in Topics(settings.topic_prefix).of_the_log(settings):
            _require_published(ledger, topic, cut)


def _require_published(ledger: Ledger, topic: str, cut: int) -> None:
    with ledger.datastore.get_connection() as conn:
        query = "SELECT position FROM pitledger_relays WHERE topic = %s"
        row = conn.execute(query, (topic,)).fetchone()
    published = 0 if row is None else int(row["position"])
    if published < cut:
        raise CannotPrune(
            f"{topic} has the log up to event {published}, not yet up to {cut}: let"
            " `pitledger follow` catch up"
        )


def keep_states(ledger: Ledger, heads: Mapping[str, int]) -> int:
    """A snapshot of every stream that loses events, behind the last of them; how many were made.

    With them tables go on, and a desk starts, without the archive.
    """
    kept, gone = snapshot_heads(ledger), ledger.pruned.heads()
    missing = [key for key, seq in heads.items() if kept.get(key, 0) < seq]
    # What would have to be read from the archive from its beginning is read there once for all.
    archived = [key for key in missing if key not in kept and key in gone]
    loaded = load_streams(ledger, archived)
    for at in range(0, len(missing), _SNAPSHOTS_AT_ONCE):
        keys = missing[at : at + _SNAPSHOTS_AT_ONCE]
        states = {key: loaded.get(key) or load_stream(ledger, key) for key in keys}
        save_snapshots(ledger, states)
    return len(missing)
