"""What the service tells Prometheus, all in one place."""

from typing import Final

from prometheus_client import Counter, Gauge, Histogram

COMMANDS: Final = Counter(
    "pitledger_commands_total", "Commands by kind and outcome", ["command", "outcome"]
)
REFUSALS: Final = Counter("pitledger_refusals_total", "Refusals by the rule they cite", ["rule"])
EVENTS: Final = Counter("pitledger_events_total", "Events stored", ["event"])
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
RELAY_LAG_EVENTS: Final = Gauge("pitledger_relay_lag_events", "Events not yet on the topic")
RELAY_FAILURES: Final = Counter("pitledger_relay_failures_total", "Pages the broker did not take")
KAFKA_UP: Final = Gauge(
    "pitledger_kafka_up", "1 where the broker answers this client, 0 where it does not", ["client"]
)
INGESTED: Final = Counter(
    "pitledger_ingested_total", "Messages of the commands topic by outcome", ["outcome"]
)
HTTP_SECONDS: Final = Histogram(
    "pitledger_http_request_seconds", "Time of a request", ["method", "route", "status"]
)
