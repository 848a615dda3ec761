"""`pitledger bench`: the performance table."""

import json
import multiprocessing
import os
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from services.cli.boundary import end

if TYPE_CHECKING:
    from services.tools.bench.figures import Figure
    from services.tools.bench.sections import Plan


def bench(
    rounds: Annotated[int, typer.Option(min=2, help="Rounds at each of the 50 tables.")] = 20,
    sizes: Annotated[
        str, typer.Option(help="Lengths of the log for replay, cost and rebuild.")
    ] = "10000,100000,1000000",
    only: Annotated[str, typer.Option(help="Some benchmarks, by name; left out: all.")] = "",
    address: Annotated[str, typer.Option(help="A running service for http to call.")] = "",
    seconds: Annotated[float, typer.Option(min=20, help="How long a soak takes.")] = 600.0,
    seed: Annotated[int, typer.Option(help="Of a soak: the same attacks and faults again.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
    check: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="An earlier run's --json: 1 where a ratio is worse."),
    ] = None,
    table: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A document whose marked table is written anew."),
    ] = None,
) -> None:
    """Measure on this machine, each figure beside a baseline of the same run.

    `--only archive` plays, archives and prunes some evenings; 1 where an event takes too much room.
    `--only search` looks for rounds among 600,000; it ends with 1 where that takes too long.
    `--only verify` verifies a log of the last of the sizes; it ends with 1 where a million events
    would take more than a minute.
    `--only storm` lets a thousand viewers come at once, and hundreds of streams begin at the first
    event; it ends with 1 where a command in a hundred waits longer than 250 ms meanwhile.
    `--only soak` lets an honest floor play under attackers and faults; it ends with 1 where
    something was lost, does not balance, or made the honest wait too long.
    """
    from services.store.embedded import start_embedded, stop_embedded
    from services.tools.bench.sections import ASKED_FOR, BENCHES, Plan

    chosen = frozenset(only.split(",") if only else BENCHES)
    if unknown := chosen - {*BENCHES, *ASKED_FOR}:
        known = ", ".join((*BENCHES, *ASKED_FOR))
        told = f"there is no bench {', '.join(sorted(unknown))}; there is {known}"
        raise typer.BadParameter(told)
    lengths = _lengths(sizes)
    before = None if check is None else _earlier(check)
    with tempfile.TemporaryDirectory(prefix="pitledger-bench-") as folder:
        plan = Plan(
            server=start_embedded(Path(folder)),
            rounds=rounds,
            sizes=lengths,
            chosen=chosen,
            address=address,
            soak_seconds=seconds,
            seed=seed,
        )
        try:
            figures = list(_figures(plan))
        finally:
            stop_embedded(Path(folder))
    if as_json:
        print(json.dumps({"figures": [_plain(one) for one in figures]}))
    else:
        for figure in figures:
            print(_line(figure))
    if table is not None:
        _write_table(table, figures)
    worse = before is not None and _is_worse(before, figures)
    if worse or not all(figure.holds for figure in figures):
        raise typer.Exit(1)


def _earlier(file: Path) -> "list[Figure]":
    from services.tools.bench.comparing import BadRun, read_run

    try:
        return read_run(file)
    except BadRun as error:
        end(error)


def _is_worse(before: "list[Figure]", figures: "list[Figure]") -> bool:
    """Told on standard error: standard output is the figures' alone."""
    from services.tools.bench.comparing import compared

    both = compared(before, figures)
    for one in both:
        _tell(one.line())
    return any(one.is_worse for one in both)


def _write_table(file: Path, figures: "list[Figure]") -> None:
    from services.tools.bench.table import NoPlace, write_table

    try:
        write_table(file, figures)
    except (NoPlace, OSError) as error:
        end(error)


def _lengths(sizes: str) -> list[int]:
    try:
        return sorted(int(one) for one in sizes.split(","))
    except ValueError:
        raise typer.BadParameter(f"lengths are numbers with commas, not {sizes!r}") from None


def _figures(plan: "Plan") -> Iterator["Figure"]:
    """Section by section; each has a process of its own, so that its memory is its own."""
    import msgspec.structs

    from services.tools.bench.sections import WITH_KAFKA, measure

    with ExitStack() as stack:
        for number, section in enumerate(sections := plan.sections(), 1):
            if section in WITH_KAFKA and not plan.bootstrap and not plan.no_kafka:
                bootstrap, missing = stack.enter_context(_broker())
                plan = msgspec.structs.replace(plan, bootstrap=bootstrap, no_kafka=missing)
            _tell(f"{number} of {len(sections)}: measuring {section} …")
            with measuring_process() as process:
                yield from process.submit(measure, section, plan).result()


def measuring_process() -> ProcessPoolExecutor:
    """What it says goes to standard error, and what the processes that it starts say."""
    return ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _say_aside)


def _say_aside() -> None:
    from services.runtime.logs import set_up_logs

    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    set_up_logs("text")


@contextmanager
def _broker() -> Iterator[tuple[str, str]]:
    """A broker's address, or why there is none."""
    from services.kafka.local import KafkaMissing, LocalKafka

    _tell("starting a broker …")
    with tempfile.TemporaryDirectory(prefix="pitledger-kafka-") as folder:
        try:
            broker = LocalKafka(Path(folder))
            broker.start()
        except KafkaMissing as missing:
            yield "", str(missing)
            return
        try:
            yield broker.bootstrap, ""
        finally:
            broker.stop()


def _tell(what: str) -> None:
    print(what, file=sys.stderr, flush=True)


def _plain(figure: "Figure") -> dict[str, object]:
    import msgspec

    return {**msgspec.to_builtins(figure), "ratio": figure.ratio}


def _line(figure: "Figure") -> str:
    told = f"{figure.bench:9} {figure.what:34.34}"
    if figure.value is None:
        return f"{told} {figure.note}"
    told = f"{told} {figure.value:>12,.1f} {figure.unit:8}"
    if not figure.holds:
        told = f"{told} NOT AS IT MUST BE"
    if figure.ratio is None:
        return told.rstrip()
    beside = f"{figure.baseline:>12,.1f} {figure.baseline_name}"
    return f"{told} {figure.ratio:>6.2f} x {beside}"
