"""`pitledger demo`: the embedded default with a simulated floor on it."""

import secrets
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from services.cli.progress import progress
from services.cli.reconcile import BALANCED, VARIANCE, exit_code, print_report
from services.cli.tables_of_games import tables_of_games
from services.runtime.logs import set_up_logs
from services.settings import Settings, default_data, read_settings

if TYPE_CHECKING:
    from services.tools.simulator.demo_floor import DemoFloor


class Played(NamedTuple):
    """What the demo's floor is asked to play."""

    tables: int
    tables_of: dict[str, int]
    rounds: int | None
    seed: int


def demo(
    context: typer.Context,
    tables: Annotated[int, typer.Option(min=1, max=99, help="Tables on the floor.")] = 8,
    rounds: Annotated[
        int | None, typer.Option(min=1, help="Rounds at each table; left out: until stopped.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="The same seed plays the same floor.")] = None,
    port: Annotated[int | None, typer.Option(help="Port of the page; 0: any free one.")] = None,
    data: Annotated[Path | None, typer.Option(help="Folder for the demo's database.")] = None,
    once: Annotated[bool, typer.Option(help="Play, print the reconciliation, end.")] = False,
    speed: Annotated[float, typer.Option(min=1.0, help="How many times faster than life.")] = 8.0,
) -> None:
    """Start all that is needed, play a simulated floor, serve the page and print its address.

    The demo keeps to an embedded database of its own: it never plays into a configured one.

    `--NAME N`, with a game's name, says how many of the tables play it.
    """
    folder = data or default_data() / "demo"
    settings = read_settings({}, port=port, data=folder)
    set_up_logs("text")
    tables_of = tables_of_games(context.args, tables)
    luck = secrets.randbelow(10**6) if seed is None else seed
    if once:
        _once(settings, Played(tables, tables_of, rounds or 20, luck))
    else:
        _live(settings, Played(tables, tables_of, rounds, luck), speed)


def _once(settings: Settings, played: Played) -> None:
    from services.bootstrap import open_service
    from services.tools.simulator.demo_floor import DemoFloor

    with open_service(settings) as house:
        floor = DemoFloor(house, **played._asdict())
        floor.close_left_open()
        rounds = played.tables * (played.rounds or 0)
        with progress(f"playing {played.tables} tables, seed {played.seed}", rounds) as count:
            floor.play(on_round=count)
        house.runner.catch_up()
        reports = [house.storage.books.reconciliation(day) for day in sorted(floor.days)]
    for report in reports:
        print_report(report)
    even = all(exit_code(report) == BALANCED for report in reports)
    raise typer.Exit(BALANCED if even and reports else VARIANCE)


def _live(settings: Settings, played: Played, speed: float) -> None:
    from services.bootstrap import open_service
    from services.http.listening import start_listening, take_port
    from services.http.server import Server
    from services.tools.simulator.demo_floor import DemoFloor

    taken = take_port(settings)
    with open_service(settings) as house:
        floor = DemoFloor(house, **played._asdict())
        floor.close_left_open()
        playing = threading.Thread(target=_play, args=(floor, speed), daemon=True)
        playing.start()
        at = start_listening(taken)
        print(f"Pitledger is open at {at}  (seed {played.seed}; stop with Ctrl-C)", flush=True)
        Server(house.app()).serve_until(house.desk.lost, taken)
        floor.stop()
        playing.join()


def _play(floor: "DemoFloor", speed: float) -> None:
    floor.play(speed=speed)
