"""All metrics of the service, in one place."""

import functools
from collections.abc import Callable
from typing import Final

from prometheus_client import Counter, Gauge, Histogram

COMMANDS: Final = Counter(
    "pitledger_commands_total", "Commands by kind and outcome", ["command", "outcome"]
)
REFUSALS: Final = Counter("pitledger_refusals_total", "Refusals by the rule they cite", ["rule"])
EVENTS: Final = Counter("pitledger_events_total", "Events stored", ["event"])
LOG_LINES_DROPPED: Final = Counter(
    "pitledger_log_lines_dropped_total", "Log lines that could not be written"
)
BATCH_SIZE: Final = Histogram(
    "pitledger_desk_batch_size",
    "Commands decided and committed together",
    buckets=(1, 2, 4, 8, 16, 32, 64, 128, 256, 512),
)
COMMIT_SECONDS: Final = Histogram(
    "pitledger_desk_commit_seconds",
    "Time of one commit",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5),
)
QUEUE_DEPTH: Final = Gauge("pitledger_desk_queue_depth", "Requests waiting at the desk")
PROJECTION_LAG_EVENTS: Final = Gauge(
    "pitledger_projection_lag_events", "Events not yet projected", ["projection"]
)
PROJECTION_LAG_SECONDS: Final = Gauge(
    "pitledger_projection_lag_seconds", "Age of the oldest event not yet projected", ["projection"]
)
PROJECTION_STOPPED: Final = Gauge(
    "pitledger_projection_stopped", "1 where an event could not be projected", ["projection"]
)
PROJECTION_STEPPED_OVER: Final = Gauge(
    "pitledger_projection_stepped_over",
    "Events that were left out by somebody's order and are not mended yet",
    ["projection"],
)
RELAY_LAG_EVENTS: Final = Gauge(
    "pitledger_relay_lag_events", "Events not yet on the topic", ["topic"]
)
RELAY_FAILURES: Final = Counter("pitledger_relay_failures_total", "Pages the broker did not take")
SEAL_SIZE: Final = Gauge("pitledger_seal_size", "Events that the newest checkpoint covers")
SEAL_LAG_EVENTS: Final = Gauge(
    "pitledger_seal_lag_events", "Events in the log that no checkpoint covers yet"
)
SEAL_CHECKPOINT_AGE_SECONDS: Final = Gauge(
    "pitledger_seal_checkpoint_age_seconds", "Time since the newest checkpoint was signed"
)
SEAL_SCRUB_POSITION: Final = Gauge(
    "pitledger_seal_scrub_position", "Sealed events that were gone over again in this round"
)
SEAL_SCRUB_ROUNDS: Final = Counter(
    "pitledger_seal_scrub_rounds_total", "Times that all that is sealed was gone over again"
)
SEAL_FINDINGS: Final = Gauge(
    "pitledger_seal_findings", "1 where something is not as it was sealed, and not mended", ["kind"]
)
SEAL_FAILURES: Final = Counter(
    "pitledger_seal_failures_total", "Times that sealing failed and was tried again"
)
SEAL_TOPIC_LAG: Final = Gauge(
    "pitledger_seal_topic_lag_checkpoints", "Checkpoints that are not yet on the topic"
)
SEAL_WITNESS_ANSWERS: Final = Counter(
    "pitledger_seal_witness_answers_total",
    "What witnesses answered when they were asked to cosign",
    ["witness", "answer"],
)
SEAL_WITNESS_SIZE: Final = Gauge(
    "pitledger_seal_witness_size", "Events of the log that a witness has cosigned", ["witness"]
)
POOL_CONNECTIONS: Final = Gauge(
    "pitledger_pool_connections", "Connections of the process to the database, in its pool"
)
POOL_FREE: Final = Gauge("pitledger_pool_free", "Connections of the pool that nobody uses now")
POOL_WAITING: Final = Gauge("pitledger_pool_waiting", "Who waits for a connection of the pool")
KAFKA_UP: Final = Gauge(
    "pitledger_kafka_up", "1 where the broker answers this client, 0 where it does not", ["client"]
)
INGESTED: Final = Counter(
    "pitledger_ingested_total", "Messages of the commands topic by outcome", ["outcome"]
)
HTTP_SECONDS: Final = Histogram(
    "pitledger_http_request_seconds", "Time of a request", ["method", "route", "status"]
)
ROSTER_READABLE: Final = Gauge(
    "pitledger_roster_readable", "0 where the metrics of the other parts could not be read"
)
BROKEN_MESSAGES: Final = Counter(
    "pitledger_roster_broken_total", "Words of other parts that could not be read", ["part"]
)
HTTP_CONNECTIONS: Final = Gauge("pitledger_http_connections", "Open connections")
HTTP_TURNED_AWAY: Final = Counter(
    "pitledger_http_turned_away_total",
    "Connections that were refused or ended by a limit",
    ["limit"],
)
HTTP_DEVICES: Final = Gauge("pitledger_http_devices", "Devices with a connection that stays")
HTTP_VIEWERS: Final = Gauge("pitledger_http_viewers", "Streams being served", ["view"])
HTTP_VIEWERS_DROPPED: Final = Counter(
    "pitledger_http_viewers_dropped_total", "Streams ended because they were read too slowly"
)
HTTP_READERS: Final = Gauge(
    "pitledger_http_readers", "Processes that read for the API, each with a connection"
)
HTTP_READERS_WAITING: Final = Gauge(
    "pitledger_http_readers_waiting", "Reports and searches that wait for such a process"
)
HTTP_READERS_ENDED: Final = Counter(
    "pitledger_http_readers_ended_total", "Such processes that have ended, by the reason", ["why"]
)
LOOP_LAG_SECONDS: Final = Histogram(
    "pitledger_loop_lag_seconds",
    "How late the event loop of the API wakes up",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
)
HTTP_DENIED: Final = Counter(
    "pitledger_http_denied_total", "Requests that were denied, by the reason", ["why"]
)


# Found once, where it is done for every command: the library makes texts of the labels and takes a
# lock each time.


@functools.cache
def commands_counted(command: str, outcome: str) -> Counter:
    return COMMANDS.labels(command, outcome)


@functools.cache
def events_counted(event: str) -> Counter:
    return EVENTS.labels(event)


@functools.lru_cache(maxsize=1000)
def http_seconds(method: str, route: str, status: int) -> Histogram:
    return HTTP_SECONDS.labels(method, route, status)


def measure_pool(stats: Callable[[], dict[str, int]]) -> None:
    """Of this process, whenever the metrics are asked for."""
    for gauge, name in (
        (POOL_CONNECTIONS, "pool_size"),
        (POOL_FREE, "pool_available"),
        (POOL_WAITING, "requests_waiting"),
    ):
        gauge.set_function(_one_of(stats, name))


def _one_of(stats: Callable[[], dict[str, int]], name: str) -> Callable[[], float]:
    return lambda: stats()[name]
