"""`pitledger rules`: the regulations carried, and submissions held against them."""

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, NoReturn

import typer

if TYPE_CHECKING:
    from domain.commands.submission import Submission
    from domain.games.seam.regulation import Regulation
    from domain.refusals import Refused

UNREADABLE: Final = 2
REFUSED: Final = 3

rules = typer.Typer(
    no_args_is_help=True,
    help="Regulations and submissions: what they say, what they pay, whether they agree.",
)

AsJson = Annotated[bool, typer.Option("--json", help="For programs.")]
File = Annotated[Path, typer.Argument(metavar="FILE", help="A submission as TOML.")]


@rules.command("list")
def list_rules(as_json: AsJson = False) -> None:
    """The regulations this build carries, and the examples that come with it."""
    from domain.game_library import REGULATIONS
    from services.rulebook.catalogue import examples
    from services.rulebook.plain import plain_name

    if as_json:
        carried = [plain_name(one) for one in REGULATIONS]
        print(json.dumps({"regulations": carried, "examples": list(examples())}))
        return
    for one in REGULATIONS:
        print(f"{one.ref}  {one.title}\n  {one.content_hash()}")
    for example in examples():
        print(f"\n{example['file']}\n  {example['about']}")
        if example["refused"]:
            print(f"  Refused: {example['refused']}")


@rules.command()
def show(
    subject: Annotated[
        str, typer.Argument(metavar="NAME|FILE", help="A regulation, or a submission as TOML.")
    ],
    beside: Annotated[
        str | None, typer.Option(metavar="NAME", help="Another regulation: only what differs.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Facts, payouts and exact edges of a regulation, or of what a submission offers."""
    regulation = _carried().get(subject)
    if regulation is None:
        if beside is not None:
            _fail(UNREADABLE, f"--beside compares two regulations: {', '.join(_carried())}")
        if not _is_there(Path(subject)):
            carried = ", ".join(_carried())
            _fail(UNREADABLE, f"{subject} is neither a regulation ({carried}) nor a file")
        _show_submission(Path(subject), as_json)
    elif beside is None:
        _show_regulation(regulation, as_json)
    elif beside in _carried():
        _show_differences(subject, beside, as_json)
    else:
        _fail(UNREADABLE, f"there is no regulation {beside}: {', '.join(_carried())}")


@rules.command()
def check(file: File, as_json: AsJson = False) -> None:
    """Hold a submission against its regulation.

    Exit code 0: accepted. 2: the file is no submission. 3: the regulation refuses it.
    """
    from services.rulebook.plain import plain_filed, plain_standing
    from services.rulebook.sheets import submission_sheet
    from services.rulebook.sign import approval_told, filed_lines

    submission = _read(file)
    refusal, regulation = _refusal(submission), _carried()[submission.regulation]
    filed = submission_sheet(submission, regulation).filed
    if as_json:
        standing = plain_standing(submission, refusal)
        print(json.dumps({"file": str(file), **standing, "filed": plain_filed(filed)}))
    elif refusal is None:
        print(f"{file}: accepted by {regulation.ref}, elections {submission.content_hash()}")
        approval = approval_told(submission)
        if approval is not None:
            print(f"Approval: {approval}.")
        if filed is not None:
            print(*filed_lines(filed), sep="\n")
    else:
        print(f"{file}: refused: {refusal}")
    if refusal is not None:
        raise typer.Exit(REFUSED)


@rules.command()
def sign(file: File, as_json: AsJson = False) -> None:
    """The payout sign of a table under this submission, odds written with "to".

    Exit codes as for `check`: nothing is posted that no table could be opened under.
    """
    from services.rulebook.plain import plain_sign
    from services.rulebook.sign import lines_of, sign_of

    submission = _read(file)
    refusal = _refusal(submission)
    if refusal is not None:
        _fail(REFUSED, f"{file}: refused: {refusal}")
    posted = sign_of(submission, _carried()[submission.regulation])
    _tell(lines_of(posted), plain_sign(posted) if as_json else None)


def _show_regulation(regulation: "Regulation", as_json: bool) -> None:
    from services.rulebook.plain import plain_regulation
    from services.rulebook.telling import lines_of_regulation

    _tell(lines_of_regulation(regulation), plain_regulation(regulation) if as_json else None)


def _show_differences(one: str, other: str, as_json: bool) -> None:
    from services.rulebook.plain import plain_differences
    from services.rulebook.telling import lines_beside

    _tell(lines_beside(one, other), plain_differences(one, other) if as_json else None)


def _show_submission(file: Path, as_json: bool) -> None:
    from services.rulebook.plain import plain_submission
    from services.rulebook.telling import lines_of_submission

    submission = _read(file)
    refusal = _refusal(submission)
    regulation = _carried()[submission.regulation]
    plain = plain_submission(submission, regulation, refusal) if as_json else None
    _tell(lines_of_submission(submission, regulation, refusal), plain)


def _is_there(file: Path) -> bool:
    try:
        return file.exists()
    except OSError:  # no file can be called that
        return False


def _carried() -> dict[str, "Regulation"]:
    from domain.game_library import REGULATIONS

    return {one.name: one for one in REGULATIONS}


def _read(file: Path) -> "Submission":
    from services.rulebook.submission_file import BadSubmission, read_submission

    try:
        return read_submission(file)
    except BadSubmission as error:
        _fail(UNREADABLE, str(error))


def _refusal(submission: "Submission") -> "Refused | None":
    from services.rulebook.standing import refusal_of

    return refusal_of(submission)


def _tell(lines: Iterable[str], plain: object | None) -> None:
    if plain is not None:
        print(json.dumps(plain))
        return
    print(*lines, sep="\n")


def _fail(code: int, why: str) -> NoReturn:
    print(why, file=sys.stderr)
    raise typer.Exit(code)
