"""`pitledger`: the command line, one module a command."""

import sys
from typing import Annotated

import typer

from services.cli.archive import archive
from services.cli.bench import bench
from services.cli.boundary import Boundary, code_of_failure
from services.cli.day import day
from services.cli.demo import demo
from services.cli.exit_codes import UNUSABLE_DATABASE, WRONG_SETTINGS
from services.cli.export import export
from services.cli.key import key
from services.cli.migrate import migrate
from services.cli.office import acknowledge, complain, count, rule
from services.cli.parts import api, follow
from services.cli.play import play
from services.cli.prune import prune
from services.cli.rebuild import rebuild
from services.cli.reconcile import reconcile
from services.cli.replay import replay
from services.cli.report import report
from services.cli.restore import restore
from services.cli.rules import rules
from services.cli.send import send
from services.cli.serve import serve
from services.cli.simulate import simulate
from services.cli.step_over import step_over
from services.cli.tables_of_games import TAKES_GAMES
from services.cli.verify import verify
from services.cli.version import print_build, version
from services.runtime.logs import set_up_logs
from services.runtime.standard_streams import guard_standard_streams
from services.settings_sources import SettingsError

app = typer.Typer(
    cls=Boundary,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="The books of a casino's table games, kept as events.",
)


@app.callback()
def before_any_command(
    build: Annotated[
        bool,
        typer.Option("--version", callback=print_build, is_eager=True, help="Which build."),
    ] = False,
) -> None:
    """Log lines go to standard error from the first: standard output is the command's own."""
    set_up_logs("text")


for command in (
    acknowledge, api, archive, bench, complain, count, demo, export, follow, migrate, play, prune,
    rebuild, reconcile, replay, report, restore, rule, send, serve, simulate, step_over, verify,
    version,
):  # fmt: skip
    takes_games = command in (demo, simulate)
    app.command(context_settings=TAKES_GAMES if takes_games else None)(command)
app.add_typer(day, name="day")
app.add_typer(key, name="key")
app.add_typer(rules, name="rules")


def main() -> None:
    """Errors of the surroundings are one line on standard error; a bug shows itself in full."""
    guard_standard_streams()
    try:
        app()
    except SettingsError as error:
        print(f"pitledger: {error}", file=sys.stderr)
        sys.exit(_code(error))
    except Exception as error:  # noqa: BLE001  printed, with an exit code that means nothing else
        sys.exit(code_of_failure(error))


def _code(error: SettingsError) -> int:
    from services.store.database import DatabaseUnusable

    return UNUSABLE_DATABASE if isinstance(error, DatabaseUnusable) else WRONG_SETTINGS


if __name__ == "__main__":
    main()
