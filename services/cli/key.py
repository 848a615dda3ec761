"""`pitledger key`: the key that signs the log's checkpoints, made, shown and changed.

A private key is never printed, and never an argument: it stays in its file.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from services.cli.at_desk import hand_in, told
from services.cli.boundary import end, tell
from services.cli.exit_codes import FAILED
from services.runtime.logs import set_up_logs
from services.settings import Settings, read_settings
from services.settings_sources import PREFIX

if TYPE_CHECKING:
    from services.transparency.key_history import KeyHistory

key = typer.Typer(
    no_args_is_help=True,
    help="The key that signs the log's checkpoints: made, shown, changed for another.",
)

Data = Annotated[Path | None, typer.Option(help="Folder of the embedded database.")]


@key.command()
def new(
    file: Annotated[
        Path | None,
        typer.Argument(metavar="FILE", help="Left out: SEAL_KEY_FILE, or seal.key in DATA."),
    ] = None,
    data: Data = None,
) -> None:
    """Make a key in a new file, and print the public one: once for a house.

    The file is readable by its owner alone, and none is ever overwritten. The embedded default
    makes its key by itself.
    """
    from services.transparency.key_file import make_key_file
    from services.transparency.keys import key_file, make_data_folder, no_file

    settings = read_settings(data=data)
    own = key_file(settings)
    path = file or own
    if path is None:
        end(no_file())
    if path == own and settings.seal_key_file is None:
        make_data_folder(path.parent)
    made = make_key_file(path, settings.log_origin())
    print(f"verifier key  {made.verifier}")
    print(f"private key   {path.absolute()}, readable by its owner alone")
    print("Publish the first, keep a copy of the second where only few can take it.")
    if path != own:
        print(f"Where `pitledger follow` runs: {PREFIX}SEAL_KEY_FILE={path.absolute()}")


@key.command()
def show(
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
    data: Data = None,
) -> None:
    """The verifier key in force and those before it, since which size of the log each.

    From the database, and the file of keys where this machine has one. Exit code 1: there is no
    key yet, or what the database says of the keys cannot be.
    """
    from services.cli.key_shown import KeysShown
    from services.transparency.key_history import KeyHistory
    from services.transparency.keys import key_file, load_keys

    settings = read_settings(data=data)
    set_up_logs(settings.log, settings.log_level)
    keys = load_keys(settings)
    history = _history(settings, alone=bool(keys)) or KeyHistory(())
    file = key_file(settings) if keys else None
    shown = KeysShown.of(settings.log_origin(), history, [one.verifier for one in keys], file)
    if shown.in_force is None:
        end(f"there is no key of {shown.origin} yet: it is made where the log is sealed", FAILED)
    print(shown.as_json() if as_json else "\n".join(shown.lines()))


@key.command()
def rotate(
    reason: Annotated[str, typer.Option(help="Why; it is kept in the log.")],
    actor: Annotated[str | None, typer.Option(help="Who does it.")] = None,
    role: Annotated[str | None, typer.Option(help="In which role; with --actor.")] = None,
    data: Data = None,
) -> None:
    """Make the next key and record in the log that it follows: the old one signs for it.

    From the next checkpoint on it is in force; those before stay as they are, and are checked
    with the key before. Cut short, it is gone on with by calling it again.

    Exit code 3: it is refused. With AUTH on the actor is whoever PITLEDGER_TOKEN, or
    PITLEDGER_TOKEN_FILE, signs in.
    """
    from services.storage import open_storage_as_it_is
    from services.transparency.kept_keys import read_history
    from services.transparency.key_file import next_key
    from services.transparency.keys import NoKey, in_force_here, key_file, load_keys, no_file
    from services.transparency.rotation import endorse

    settings = read_settings(data=data)
    set_up_logs(settings.log, settings.log_level)
    keys, path, origin = load_keys(settings), key_file(settings), settings.log_origin()
    if not keys or path is None:
        raise NoKey(no_file())
    with open_storage_as_it_is(settings) as storage, _whole():
        history = read_history(storage.ledger.datastore)
        # Read behind the history: whichever key came into force meanwhile was in the file before.
        old = in_force_here(load_keys(settings), history, origin)
        following = next_key(path, origin, [str(one.key) for one in history.keys]).verifier
        asked = {
            "command": "rotate_key",
            "old": str(old.verifier),
            "new": str(following),
            "signature": endorse(old, following),
            "reason": reason,
        }
        hand_in(told(settings, asked, actor, role), storage)
    print(f"verifier key  {following}")
    print(f"before it     {old.verifier}")
    print(f"private keys  {path.absolute()}: keep a new copy, and bring it to all who seal")
    print("Publish the new one beside the old: checkpoints signed so far are checked with that.")


def _history(settings: Settings, *, alone: bool) -> "KeyHistory | None":
    """None where there is no database yet; `alone`: the file says enough if it does not answer."""
    from services.storage import open_storage_to_read
    from services.store.database import DatabaseAway, NothingHere
    from services.transparency.kept_keys import read_history

    try:
        with open_storage_to_read(settings) as storage, _whole():
            return read_history(storage.ledger.datastore)
    except NothingHere:
        return None
    except DatabaseAway as error:
        if not alone:
            raise
        tell(f"{error}; what follows is from the file of keys")
        return None


@contextmanager
def _whole() -> Iterator[None]:
    """What the database says of the keys cannot be: nothing is done with it."""
    from services.transparency.key_history import BrokenHistory

    try:
        yield
    except BrokenHistory as error:
        end(error, FAILED)
