"""The read models: events a second from the log, beside a raw read and a raw write."""

from collections.abc import Iterator

from domain.events import decode
from domain.gaming_day import GamingDay
from projections import all_projections
from services.bench.figures import Figure, stopwatch
from services.bench.material import floor_commands, grow, new_ledger
from services.desk import Desk
from services.desk.request import make_request
from services.following.feed import LogFeed
from services.following.read_models import ReadModels
from services.following.rebuild import Rebuild
from services.following.runner import Runner
from services.store.ledger import Ledger
from services.telling import Narrator


def fill(ledger: Ledger, tables: int, rounds: int) -> None:
    """A played floor in the store."""
    commands = floor_commands(tables, rounds)
    desk = Desk(ledger, day=GamingDay(), queue_size=len(commands))
    answers = [desk.submit(make_request([command])) for command in commands]
    desk.start()
    for answer in answers:
        answer.result()
    desk.close()


def run(server: str, rounds: int) -> Iterator[Figure]:
    with new_ledger(server) as ledger:
        fill(ledger, 50, rounds)
        events = ledger.head()
        models = ReadModels(ledger.datastore)
        models.create(all_projections())
        runner = Runner(LogFeed(ledger), models, all_projections())
        with stopwatch() as projecting:
            runner.catch_up(600)
        with stopwatch() as reading:
            position = 0
            while page := ledger.log_after(position, 2000):
                position = page[-1].position
        yield Figure(
            bench="project", what=f"all read models, {events} events", unit="events/s",
            value=events / projecting.seconds,
            baseline=events / reading.seconds, baseline_name="raw read of the log",
        )  # fmt: skip
        for projection in all_projections():
            with stopwatch() as building:
                Rebuild(ledger, models, projection).run()
            yield Figure(
                bench="rebuild", what=projection.name, unit="events/s",
                value=events / building.seconds,
                baseline=events / reading.seconds, baseline_name="raw read of the log",
            )  # fmt: skip


def run_replay(server: str, sizes: list[int]) -> Iterator[Figure]:
    """One round out of logs of growing length: the time must not grow with them."""
    with new_ledger(server) as ledger:
        fill(ledger, 20, 20)
        first: float | None = None
        for size in sizes:
            grow(ledger, size)
            times = []
            for number in range(1, 11):
                with stopwatch() as watch:
                    narrator = Narrator()
                    for entry in ledger.log_of_round(f"PG05-1-{number}"):
                        narrator.tell(decode(entry.topic, entry.state))
                times.append(watch.seconds * 1000)
            median = sorted(times)[len(times) // 2]
            yield Figure(
                bench="replay", what=f"one round, log of {ledger.head()}", value=median, unit="ms",
                baseline=first, baseline_name="the shortest log" if first else "",
            )  # fmt: skip
            first = first or median
