"""Those who sign a command beside its sender: each proves it with a token of their own."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from services.cli.boundary import INVALID, end

if TYPE_CHECKING:
    from services.http.client import Sender

Signers = Annotated[
    list[str] | None,
    typer.Option(
        "--signer",
        metavar="ID=FILE",
        help="Who signs, carries or stands by too, and a file with their token; may be repeated.",
    ),
]


class Cosigners:
    """The people at hand, each signed in at the service."""

    def __init__(self, signed_in: dict[str, "Sender"]) -> None:
        self._signed_in = signed_in

    def sign(self, command: dict[str, Any]) -> dict[str, Any]:
        """The command with the proofs of those whom it names and who are at hand."""
        proofs = {
            one: _proof(command, one, self._signed_in[one])
            for one in named_in(command)
            if one in self._signed_in
        }
        if not proofs:
            return command
        return {**command, "proofs": {**command.get("proofs", {}), **proofs}}


def named_in(command: dict[str, Any]) -> list[str]:
    """Whom a command names as signing, inspecting, carrying or standing by."""
    signing = (*command.get("signatures", ()), *command.get("inspected_by", ()))
    others = (command.get("carrier"), command.get("supervisor"))
    return list(dict.fromkeys([*(one["id"] for one in signing), *filter(None, others)]))


@contextmanager
def cosigners(url: str | None, files: dict[str, Path]) -> Iterator[Cosigners]:
    """Those who are at hand, by the file that holds each one's token."""
    from services.cli.at_service import service

    with ExitStack() as open_ones:
        yield Cosigners(
            {
                one: open_ones.enter_context(service(url, _token_of(one, file)))
                for one, file in files.items()
            }
        )


def named_files(told: list[str] | None) -> dict[str, Path]:
    """As the option says it."""
    pairs = [one.partition("=") for one in told or ()]
    for one, equals, file in pairs:
        if not (one and equals and file):
            wrong = f"{one}{equals}{file}"
            raise typer.BadParameter(f"--signer: {wrong!r} is not ID=FILE, as dana=dana.token")
    return {one: Path(file) for one, _, file in pairs}


def _token_of(who: str, file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        end(f"the token of {who}: {file} cannot be read: {error}")


def _proof(command: dict[str, Any], who: str, signed_in: "Sender") -> str:
    from services.http.client import Refused

    try:
        return signed_in.proof(command)
    except Refused as refused:
        from services.cli.at_service import what_is_wrong

        end(f"{who} cannot sign {command['command']}: {what_is_wrong(refused)}", INVALID)
