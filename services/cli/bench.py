"""`pitledger bench`: the performance table."""

import json
import resource
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from services.bench.figures import Figure

_BENCHES = ("decide", "desk", "http", "project", "replay", "relay")


def bench(
    rounds: Annotated[int, typer.Option(min=2, help="Rounds at each of the 50 tables.")] = 20,
    sizes: Annotated[str, typer.Option(help="Lengths of the log for `replay`.")] = "10000,100000",
    only: Annotated[str, typer.Option(help="Some of: " + ",".join(_BENCHES))] = ",".join(_BENCHES),
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """Measure on this machine, each figure beside a baseline of the same run."""
    from services.store.embedded import start_embedded, stop_embedded

    chosen = only.split(",")
    if unknown := set(chosen) - set(_BENCHES):
        raise typer.BadParameter(f"there is no bench {', '.join(sorted(unknown))}")
    with tempfile.TemporaryDirectory(prefix="pitledger-bench-") as folder:
        server = start_embedded(Path(folder))
        try:
            figures = list(_figures(server, rounds, [int(one) for one in sizes.split(",")], chosen))
        finally:
            stop_embedded(Path(folder))
    peak_mib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    if as_json:
        print(json.dumps({"figures": [_plain(one) for one in figures], "peak_mib": peak_mib}))
        return
    for figure in figures:
        print(_line(figure))
    print(f"peak memory of this process: {peak_mib:.0f} MiB")


def _figures(server: str, rounds: int, sizes: list[int], chosen: list[str]) -> Iterator["Figure"]:
    from services.bench import desk, following, http, relay

    runs: dict[str, Callable[[], Iterator[Figure]]] = {
        "decide": lambda: desk.run_decide(rounds),
        "desk": lambda: desk.run(server, rounds),
        "http": lambda: http.run(server, rounds),
        "project": lambda: following.run(server, rounds),
        "replay": lambda: following.run_replay(server, sizes),
        "relay": lambda: relay.run(server, rounds),
    }
    for name in chosen:
        print(f"measuring {name} …", file=sys.stderr, flush=True)
        yield from runs[name]()


def _plain(figure: "Figure") -> dict[str, object]:
    import msgspec

    return {**msgspec.to_builtins(figure), "ratio": figure.ratio}


def _line(figure: "Figure") -> str:
    told = f"{figure.bench:8} {figure.what:36.36} {figure.value:>12,.1f} {figure.unit:9}"
    if figure.ratio is None:
        return told.rstrip()
    beside = f"{figure.baseline:>12,.1f} {figure.baseline_name}"
    return f"{told} {figure.ratio:>6.2f} x {beside}"
