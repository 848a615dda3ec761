"""Put together what the API says of itself: from its routes, the commands and the answers."""

from collections.abc import Sequence
from importlib.metadata import version
from typing import Any, Final

from fastapi.openapi.utils import get_openapi
from starlette.routing import BaseRoute

from services.http.description.answers import describe_answers
from services.http.description.examples import add_examples, kept_examples
from services.http.description.operations import OPERATIONS
from services.http.description.parameters import describe_parameters
from services.http.description.problems import describe_problems
from services.http.description.schemas import describe_schemas
from services.http.description.security import describe_openness, describe_security

TAGS: Final = {
    "commands": "What happened, told to a table or to the house: answered with its events, or with"
    " the rule it breaks.",
    "devices": "A connection that stays, for a table's device: commands and answers as lines over"
    " a WebSocket at `/v1/device`. Lines carry what `POST /v1/commands` takes and answers.",
    "books": "Tables, rounds, events and meters as the read models have them.",
    "stream": "The log or the floor as it grows, as server-sent events.",
    "back office": "A gaming day: its reconciliation, its closes, its reports, its exceptions.",
    "charts": "The figures that the pages draw.",
    "proof": "Evidence that anybody checks with the public key of the house.",
    "transparency log": "The sealed log as C2SP's tlog-tiles.",
    "health": "Whether the service lives, is ready, and what it measures.",
}
_ABOUT: Final = """\
The books of a casino's table games, kept as events.

Amounts are whole cents. Moments are RFC 3339 in UTC. A table is named by up to 32 letters, digits
and underscores; a round is `TABLE-SESSION-NUMBER`. A command may carry a `command_id`: sent again,
it is answered as the first time and never done twice. Whatever goes wrong is answered with problem
details (RFC 9457) whose `type` is one of a list; unknown query parameters are refused. `seq` in an
address waits until the books have that event of the table, up to two seconds.

Hands in play, dead and surrendered ones are `??` to all but surveillance and auditors."""
_SIGNED_IN: Final = """

Every address under `/v1` asks who one is, but for what the transparency log publishes."""
_NOT_SIGNED_IN: Final = """

PITLEDGER_AUTH is off here: nobody signs in, no token is looked at, and only this machine itself is
answered."""
HERE: Final = {"url": "/", "description": "the service that serves this description"}
DEFAULT: Final = {
    "url": "http://127.0.0.1:8080",
    "description": "`pitledger serve` as it starts without settings; a house has its own name, and"
    " TLS in front",
}


def describe(
    routes: Sequence[BaseRoute],
    *,
    asks_who: bool,
    server: dict[str, str] = HERE,
    examples: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """As OpenAPI 3.1. `asks_who`: with AUTH on. `examples`: others than those that are kept."""
    described = get_openapi(
        title="Pitledger",
        version=version("pitledger"),
        summary="The books of a casino's table games, kept as events",
        description=_ABOUT + (_SIGNED_IN if asks_who else _NOT_SIGNED_IN),
        routes=routes,
        tags=[{"name": name, "description": text} for name, text in TAGS.items()],
        servers=[dict(server)],
        contact={"name": "The maintainers of Pitledger"},
        license_info={"name": "Apache License 2.0", "identifier": "Apache-2.0"},
    )
    _name(described)
    describe_parameters(described)
    describe_schemas(described)
    describe_answers(described)
    describe_problems(described, asks_who=asks_who)
    add_examples(described, kept_examples() if examples is None else examples)
    if asks_who:
        describe_security(described)
    else:
        describe_openness(described)
    return described


def _name(described: dict[str, Any]) -> None:
    """Short ids, which generated clients have as names; the first sentence sums up."""
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            known = OPERATIONS.get((method, path))
            if known is not None:
                operation["operationId"] = known.id
            told = operation.get("description", operation["summary"])
            operation["summary"] = told.splitlines()[0].removesuffix(".")
