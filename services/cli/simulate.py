"""`pitledger simulate`: believable play as commands, to a file or to a running service."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import IO, TYPE_CHECKING, Annotated, Any, Final

import typer

from services.cli.boundary import INVALID, end, tell
from services.cli.tables_of_games import tables_of_games

if TYPE_CHECKING:
    from services.tools.simulator import Floor

REFUSED: Final = 3
_START = datetime(2026, 1, 1, 12, tzinfo=UTC)


def simulate(
    context: typer.Context,
    tables: Annotated[int, typer.Option(min=1, max=99, help="Tables on the floor.")] = 4,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds at each table.")] = 20,
    seed: Annotated[int, typer.Option(help="The same seed plays the same commands.")] = 1,
    out: Annotated[str | None, typer.Option(help="File to write; - is standard output.")] = None,
    url: Annotated[str | None, typer.Option(help="A running service, as http://host:port.")] = None,
    kafka: Annotated[str | None, typer.Option(help="Brokers, as host:port.")] = None,
    sender: Annotated[
        str | None,
        typer.Option(help="Id of the token that signs what goes to Kafka."),
    ] = None,
    start: Annotated[
        datetime | None, typer.Option(help="When the floor opens, UTC; with --url: left out, now.")
    ] = None,
) -> None:
    """Play a simulated floor: seats fill and empty, players win, lose, surrender and buy in.

    To a running service it is played now, in today's gaming day, as often as wanted; a table of
    the floor that is found open there is closed first. A file or a topic begins on 2026-01-01.

    `--NAME N`, with a game's name, says how many of the tables play it.

    Where the service asks for a token: PITLEDGER_TOKEN, or a file named by PITLEDGER_TOKEN_FILE.
    """
    from services.tools.simulator import Floor

    if sum(place is not None for place in (out, url, kafka)) != 1:
        raise typer.BadParameter("say where to: --out FILE (- is stdout), --url or --kafka")
    now = datetime.now(UTC) if url is not None else _START
    opening = (start or now).replace(tzinfo=UTC)
    _require_a_day(opening)
    tables_of = tables_of_games(context.args, tables)
    floor = Floor(tables=tables, rounds=rounds, seed=seed, start=opening, tables_of=tables_of)
    if url is not None:
        _to_service(floor, url, told_times=start is not None)
        return
    if kafka is not None:
        _to_topic(floor.stream(), kafka, sender)
        return
    with _opened(out or "-") as file:
        for command in floor.stream():
            file.write(json.dumps(command) + "\n")


def _require_a_day(opening: datetime) -> None:
    from domain.gaming_day import parse_day

    try:
        parse_day(opening.date().isoformat())
    except ValueError as error:
        end(f"--start: {error}")


@contextmanager
def _opened(name: str) -> Iterator[IO[str]]:
    if name == "-":
        yield sys.stdout
        return
    try:
        with open(name, "w", encoding="utf-8") as file:  # noqa: PTH123  `-` is no path
            yield file
    except OSError as error:
        print(f"pitledger: {name} cannot be written: {error.strerror}", file=sys.stderr)
        raise typer.Exit(2) from None


def _to_topic(commands: Iterator[dict[str, Any]], brokers: str, sender: str | None) -> None:
    """Keyed by table, so that the order at each table holds; signed where a sender is named."""
    from services.entry.tokens import own_token
    from services.kafka.sending import new_producer
    from services.kafka.signing import signed_headers
    from services.kafka.topics import make_topics
    from services.settings import read_settings

    settings = read_settings(kafka_bootstrap=brokers)
    token = own_token(settings)
    if (sender is None) != (token is None):
        raise typer.BadParameter(
            "to sign, name both --sender ID and its token, in PITLEDGER_TOKEN or"
            " PITLEDGER_TOKEN_FILE"
        )
    topic = make_topics(settings).commands
    producer = new_producer(settings)
    futures = []
    for told in commands if token is None else _in_own_name(commands):
        key, value = told["table"].encode(), json.dumps(told).encode()
        headers = signed_headers(sender, token, key, value) if sender and token else None
        futures.append(producer.send(topic, value, key, headers))
    producer.flush()
    producer.close()
    taken = sum(future.succeeded() for future in futures)
    print(f"{taken} commands on {topic}")
    if taken < len(futures):
        print(f"pitledger: the broker did not take {len(futures) - taken}", file=sys.stderr)
        raise typer.Exit(2)


def _in_own_name(commands: Iterator[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Whose token it is does it all; nobody tells a command in another's name."""
    return ({**one, "actor": None} for one in commands)


def _to_service(floor: "Floor", url: str, *, told_times: bool) -> None:
    """One command a request, in order; what is refused there is somebody else's doing."""
    from services.entry.tokens import own_token
    from services.http.client import Sender, Unreachable
    from services.settings import read_settings
    from services.tools.simulator.access import Closed
    from services.tools.simulator.service_floor import ServiceFloor

    token = own_token(read_settings())
    try:
        sender = Sender(url, token)
    except Unreachable as error:
        end(error)
    played = ServiceFloor(floor, sender, own_name=token is not None, told_times=told_times)
    try:
        with sender:
            played.play()
    except Closed as error:
        code = INVALID if isinstance(error.__cause__, Unreachable) else REFUSED
        end(f"after {played.played.sent} commands: {error}", code)
    print(f"{played.played.sent} commands accepted")
    for table, why in played.played.left.items():
        tell(f"{table} could not be played on: {why}")
    if played.played.left:
        raise typer.Exit(REFUSED)
