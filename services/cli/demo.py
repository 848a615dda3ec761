"""`pitledger demo`: the embedded default with a simulated floor on it."""

import secrets
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from services.cli.progress import progress
from services.cli.reconcile import BALANCED, VARIANCE, exit_code, print_report
from services.runtime.logs import set_up_logs
from services.settings import Settings, default_data, read_settings

if TYPE_CHECKING:
    from services.tools.simulator.demo_floor import DemoFloor


def demo(
    tables: Annotated[int, typer.Option(min=1, max=99, help="Tables on the floor.")] = 8,
    rounds: Annotated[
        int | None, typer.Option(min=1, help="Rounds at each table; left out: until stopped.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="The same seed plays the same cards.")] = None,
    port: Annotated[int | None, typer.Option(help="Port of the page; 0: any free one.")] = None,
    data: Annotated[Path | None, typer.Option(help="Folder for the demo's database.")] = None,
    once: Annotated[bool, typer.Option(help="Play, print the reconciliation, end.")] = False,
    speed: Annotated[float, typer.Option(min=1.0, help="How many times faster than life.")] = 8.0,
) -> None:
    """Start all that is needed, play a simulated floor, serve the page and print its address.

    The demo keeps to an embedded database of its own: it never plays into a configured one.
    """
    folder = data or default_data() / "demo"
    settings = read_settings({}, port=port, data=folder)
    set_up_logs("text")
    luck = secrets.randbelow(10**6) if seed is None else seed
    if once:
        _once(settings, tables, rounds or 20, luck)
    else:
        _live(settings, tables, rounds, luck, speed)


def _once(settings: Settings, tables: int, rounds: int, seed: int) -> None:
    from services.bootstrap import open_service
    from services.tools.simulator.demo_floor import DemoFloor

    with open_service(settings) as house:
        floor = DemoFloor(house, tables=tables, rounds=rounds, seed=seed)
        floor.close_left_open()
        with progress(f"playing {tables} tables, seed {seed}", tables * rounds) as count:
            floor.play(on_round=count)
        house.runner.catch_up()
        reports = [house.archive.books.reconciliation(day) for day in sorted(floor.days)]
    for report in reports:
        print_report(report)
    even = all(exit_code(report) == BALANCED for report in reports)
    raise typer.Exit(BALANCED if even and reports else VARIANCE)


def _live(settings: Settings, tables: int, rounds: int | None, seed: int, speed: float) -> None:
    from services.bootstrap import open_service
    from services.http.server import Server, start_listening, take_port
    from services.tools.simulator.demo_floor import DemoFloor

    taken = take_port(settings)
    with open_service(settings) as house:
        floor = DemoFloor(house, tables=tables, rounds=rounds, seed=seed)
        floor.close_left_open()
        playing = threading.Thread(target=_play, args=(floor, speed), daemon=True)
        playing.start()
        print(
            f"Pitledger is open at {start_listening(taken)}  (seed {seed}; stop with Ctrl-C)",
            flush=True,
        )
        Server(house.app()).serve_until(house.desk.lost, taken)
        floor.stop()
        playing.join()


def _play(floor: "DemoFloor", speed: float) -> None:
    floor.play(speed=speed)
