"""What the settings of the web server may be: bytes and seconds of one request."""

from typing import Annotated, Final

from pydantic import Field

_MOST_SECONDS: Final = 86_400

BodyBytes = Annotated[
    int, Field(ge=1000, le=100_000_000, description="most bytes of a request's body")
]
HeadBytes = Annotated[
    int, Field(ge=1000, le=10_000_000, description="most bytes of a request's line and headers")
]
HeadSeconds = Annotated[
    float,
    Field(
        gt=0,
        le=_MOST_SECONDS,
        description="time a client has to send a whole request head, from its first byte on",
    ),
]
BodySeconds = Annotated[
    float,
    Field(gt=0, le=_MOST_SECONDS, description="time a client has to send a whole request body"),
]
IdleSeconds = Annotated[
    float,
    Field(
        gt=0,
        le=_MOST_SECONDS,
        description="how long a connection is kept after an answer, for the next request",
    ),
]
WriteSeconds = Annotated[
    float,
    Field(
        gt=0,
        le=_MOST_SECONDS,
        description="how long an answer waits for a client that does not read it",
    ),
]
LeaveSeconds = Annotated[
    float,
    Field(
        ge=0,
        le=600,
        description="how long an API that is to end still takes everything while /readyz/api says"
        " that it leaves: longer than a load balancer needs to see it; 0: it ends at once",
    ),
]
