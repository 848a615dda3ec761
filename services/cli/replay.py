"""`pitledger replay`: a stored round, step by step, or by other rules."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from services.cli.boundary import end, tell
from services.cli.who import signed_in
from services.runtime.logs import set_up_logs
from services.settings import read_settings

if TYPE_CHECKING:
    from domain.events import Event
    from services.entry.tokens import Known
    from services.storage import Storage
    from services.store.ledger import Logged

BAD_INPUT: Final = 2


def replay(
    round_id: Annotated[str, typer.Argument(metavar="ROUND", help="As in PG01-3-17.")],
    as_json: Annotated[
        bool,
        typer.Option("--json", help="The stored events, one a line; with --under, what changes."),
    ] = False,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the story as a page to print.")
    ] = None,
    under: Annotated[
        Path | None,
        typer.Option(
            metavar="SUBMISSION",
            help="What would change by the rules of this submission (TOML or JSON).",
        ),
    ] = None,
    bundle: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Write evidence, an archive that `pitledger verify` checks."
        ),
    ] = None,
    data: Annotated[Path | None, typer.Option(help="Folder of the embedded database.")] = None,
) -> None:
    """Tell a stored round as a floorperson would, with the paragraph of each decision."""
    from services.queries import is_round_id
    from services.storage import open_storage_to_read

    if not is_round_id(round_id):
        end(f"{round_id!r} is not a round such as PG01-3-17")
    settings = read_settings(data=data)
    set_up_logs(settings.log, settings.log_level)
    asker = None if bundle is None else signed_in(settings)
    with open_storage_to_read(settings) as storage:
        logged = storage.ledger.log_of_round(round_id)
        if not logged:
            print(f"pitledger: there is no round {round_id} in the store", file=sys.stderr)
            raise typer.Exit(1)
        _tell_other_rules(storage, logged[0])
        if bundle is not None:
            code = _write_evidence(storage, round_id, bundle, asker)
        elif under is not None:
            code = _compare(storage, logged, under, as_json)
        elif html is not None:
            code = _print_page(html, round_id, logged)
        else:
            code = _tell(logged, as_json)
    if code:
        raise typer.Exit(code)


def _tell_other_rules(storage: "Storage", logged: "Logged") -> None:
    """On standard error, where this build's rules are not those that the table was opened under."""
    from services.rulebook.opened_under import other_rules_at

    (first,) = _events([logged])
    other = other_rules_at(storage.ledger, first.key, first.seq)
    if other is not None:
        tell(f"round {first.round}: {other.told()}; {other.todo()}")


def _tell(logged: "list[Logged]", as_json: bool) -> int:
    from services.explain import Narrator

    narrator = Narrator()
    for entry, event in zip(logged, _events(logged), strict=True):
        if as_json:
            print(entry.state.decode())
            continue
        for sentence in narrator.tell(event):
            print(sentence)
    return 0


def _print_page(file: Path, round_id: str, logged: "list[Logged]") -> int:
    from services.explain.printed import printed_round

    try:
        file.write_text(printed_round(round_id, _events(logged)), encoding="utf-8")
    except OSError as error:
        print(f"pitledger: {file} cannot be written: {error.strerror}", file=sys.stderr)
        return BAD_INPUT
    return 0


def _write_evidence(storage: "Storage", round_id: str, file: Path, asker: "Known | None") -> int:
    """With AUTH on, what the role of whoever asks may see; else all: they hold the database."""
    from services.evidence.bundle import NoEvidence, everything, make_evidence
    from services.http.blind import counts
    from services.http.masking import unseen
    from services.transparency.sealed_log import SealedLog

    if asker is not None and counts(asker.actor):
        end("the count is blind: evidence of a round is not for the count room")
    log = SealedLog(storage.ledger.datastore)
    hides = everything if asker is None else lambda logged: unseen(logged, asker.actor)
    try:
        made = make_evidence(storage.ledger, log, round_id, hides)
    except NoEvidence as error:
        tell(error)
        return 1
    try:
        file.write_bytes(made)
    except OSError as error:
        tell(f"{file} cannot be written: {error.strerror}")
        return BAD_INPUT
    return 0


def _compare(storage: "Storage", logged: "list[Logged]", under: Path, as_json: bool) -> int:
    import msgspec

    from services.history.other_rules import NotComparable, compare_round
    from services.history.report import report
    from services.history.rules_file import read_rules
    from services.history.stream_states import stored_round
    from services.rulebook.submission_file import BadSubmission

    first, last = _events([logged[0], logged[-1]])
    before, events = stored_round(storage.ledger, first, last)
    try:
        rules = read_rules(under)
        comparison = compare_round(before, events, rules)
    except BadSubmission as error:
        print(error, file=sys.stderr)
        return BAD_INPUT
    except NotComparable as error:
        print(f"pitledger: {error}", file=sys.stderr)
        return 1
    if as_json:
        print(msgspec.json.encode(comparison).decode())
    else:
        print(*report(comparison, rules), sep="\n")
    return 0


def _events(logged: "list[Logged]") -> "list[Event]":
    from domain.messages.events import decode

    return [decode(entry.topic, entry.state) for entry in logged]
