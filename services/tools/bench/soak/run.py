"""A soak from end to end: quiet first, then everything at once, then the books are looked at."""

import shutil
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from services.kafka.local import KafkaMissing, LocalKafka
from services.settings import Settings
from services.tools.bench.figures import Figure
from services.tools.bench.soak.attackers import Attacker
from services.tools.bench.soak.faults import STOPPED_SECONDS, Faults
from services.tools.bench.soak.honest import TABLES, HonestFloor, Waited, percentile_ms
from services.tools.bench.soak.insider import Insider
from services.tools.bench.soak.served import Served, small_disk
from services.tools.bench.soak.topic_attacker import TopicAttacker
from services.tools.bench.soak.verdict import Verdict, judge

_ATTACKERS: Final = 4
_QUIET_PART: Final = 0.2
"""Of the whole time, at the beginning: what the honest wait where nobody does harm."""
_STREAM_ENDS_SECONDS: Final = 1.0 + STOPPED_SECONDS + 1.0
"""A second is promised; a fault may stop the API meanwhile, and two cores are shared."""
_TIMES_QUIET: Final = 3.0
"""So much longer the slowest hundredth of the honest may wait under attack."""


def run(seconds: float, seed: int) -> Iterator[Figure]:
    """All figures; those that must hold say whether they do."""
    with small_disk() as (folder, disk), _broker(folder) as broker:
        served = Served(folder, broker.bootstrap if broker else "")
        served.start()
        floor = HonestFloor(seed, seconds)
        floor.start(served.url)
        time.sleep(seconds * _QUIET_PART)
        storm_began = time.monotonic()
        faults = Faults(served, seed, broker=broker, disk=disk)
        insider = Insider(served.url, served.tokens, floor.tables, seed)
        attackers = [insider, *_attackers(served, broker, seed)]
        for one in (faults, *attackers):
            one.start()
        memory = _watch(floor, served)
        for one in (faults, *attackers):
            one.stop()
        floor.finish()
        code, lost = served.stop(), served.leases_lost()
        verdict = judge(served.data, floor.acknowledged, TABLES)
        for what in (*floor.failures, *verdict.unbalanced, *verdict.differing, *verdict.unsealed):
            _tell(f"wrong: {what}")
        _tell(f"faults: {dict(Counter(one.what for one in faults.struck))}")
    attacks = sum(one.attacks for one in attackers)
    yield from _load(floor, attacks, len(faults.struck), disk=disk, kafka=broker is not None)
    yield from _latency(floor.waited, storm_began, faults)
    yield from _memory(memory)
    yield from _gained(insider)
    yield from _outcome(verdict, floor.failures, lost, code)


@contextmanager
def _broker(folder: Path) -> Iterator[LocalKafka | None]:
    files = folder.with_name(folder.name + "-kafka")
    try:
        broker = LocalKafka(files)
        broker.start()
    except KafkaMissing as missing:
        _tell(str(missing))
        yield None
        return
    try:
        yield broker
    finally:
        broker.stop()
        shutil.rmtree(files, ignore_errors=True)


def _attackers(
    served: Served, broker: LocalKafka | None, seed: int
) -> list[Attacker | TopicAttacker]:
    found: list[Attacker | TopicAttacker] = [
        Attacker(served.url, number, seed) for number in range(_ATTACKERS)
    ]
    if broker is not None:
        found.append(TopicAttacker(Settings(kafka_bootstrap=broker.bootstrap), seed))
    return found


def _watch(floor: HonestFloor, served: Served) -> dict[str, int]:
    """The most that each part held at a time."""
    most: dict[str, int] = {}
    while floor.is_playing():
        time.sleep(5)
        for part, held in served.memory().items():
            most[part] = max(held, most.get(part, 0))
        _tell(f"{len(floor.waited)} commands acknowledged; parts {sorted(served.parts())}")
    return most


def _tell(what: str) -> None:
    print(what, file=sys.stderr, flush=True)  # noqa: T201


def _load(
    floor: HonestFloor, attacks: int, faults: int, *, disk: bool, kafka: bool
) -> Iterator[Figure]:
    without = [what for what, there in (("a disk", disk), ("Kafka", kafka)) if not there]
    note = f"without {' and '.join(without)}" if without else ""
    yield Figure(bench="soak", what="commands of the honest", value=len(floor.waited), note=note)
    yield Figure(bench="soak", what="attacks", value=attacks)
    yield Figure(bench="soak", what="faults", value=faults, note=note)


def _latency(waited: list[Waited], storm_began: float, faults: Faults) -> Iterator[Figure]:
    quiet = [one for one in waited if one.began < storm_began]
    storm = [one for one in waited if one.began >= storm_began]
    for percent in (50, 99):
        calm, rough = percentile_ms(quiet, percent), percentile_ms(storm, percent)
        yield Figure(
            bench="soak", what=f"p{percent} of the honest in the storm", value=rough, unit="ms",
            baseline=calm, baseline_name="the same when quiet",
            holds=percent != 99 or rough <= _TIMES_QUIET * calm,
        )  # fmt: skip
    longest = max(one.seconds for one in storm)
    yield Figure(bench="soak", what="longest wait in the storm", value=longest, unit="s")


def _memory(most: dict[str, int]) -> Iterator[Figure]:
    for part, held in sorted(most.items()):
        value = round(held / (1 << 20))
        yield Figure(bench="soak", what=f"most memory of {part}", value=value, unit="MiB")


def _gained(insider: Insider) -> Iterator[Figure]:
    """What somebody who is signed in got beyond their rights."""
    for what, wrong in (
        ("answers that showed a hand", insider.hands_seen),
        ("cash told before a table's opening", insider.other_days),
    ):
        yield Figure(bench="soak", what=what, value=wrong, holds=not wrong)
    yield Figure(
        bench="soak", what="longest stream without its token", value=insider.outlived_seconds,
        unit="s", holds=insider.outlived_seconds <= _STREAM_ENDS_SECONDS,
        note="one second, and as long as a fault stops the API",
    )  # fmt: skip


def _outcome(
    verdict: Verdict, failures: list[str], leases_lost: int, code: int
) -> Iterator[Figure]:
    yield Figure(bench="soak", what="events in the log", value=verdict.events)
    for what, wrong in (
        ("honest tables that could not play on", len(failures)),
        ("acknowledged and lost", verdict.lost),
        ("out of order or applied twice", verdict.doubled),
        ("books that do not balance", len(verdict.unbalanced)),
        ("read models unlike a rebuild", len(verdict.differing)),
        ("not as it was sealed", len(verdict.unsealed)),
        ("leases lost by who was there", leases_lost),
        ("exit code at the end", code),
    ):
        yield Figure(bench="soak", what=what, value=wrong, holds=not wrong)
