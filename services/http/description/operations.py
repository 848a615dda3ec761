"""Every operation of the API: the id that clients call it by, and what it answers with.

An id is for ever: generated clients have it as the name of a function.
"""

from typing import Any, Final, NamedTuple

from domain.options import Split
from projections.figures.reconciliation import Reconciliation
from projections.floor.next_view import NextView
from projections.floor.view import TableView
from projections.rounds.row import RoundRow
from services.charts.chart import Chart
from services.http.commands import OF_A_TABLE, OF_ANY_TABLE
from services.http.description import shapes
from services.http.device_route import ADDRESS
from services.http.searching import FoundRounds

JSON: Final = "application/json"
_TEXT: Final = {"type": "string"}
_BYTES: Final = {"type": "string", "format": "binary"}


class Operation(NamedTuple):
    """One of them."""

    id: str
    answer: Any = None
    """The type of its JSON, or several; None: it answers with none."""
    forms: dict[str, dict[str, Any]] = {}
    """Other media types, with their schemas."""

    @property
    def kinds(self) -> tuple[Any, ...]:
        several = self.answer if isinstance(self.answer, tuple) else (self.answer,)
        return tuple(kind for kind in several if kind is not None)


OPERATIONS: Final[dict[tuple[str, str], Operation]] = {
    ("post", OF_A_TABLE): Operation("sendTableCommands", shapes.Events),
    ("post", OF_ANY_TABLE): Operation("sendCommands", shapes.Events),
    ("post", "/v1/proofs"): Operation("makeProof", shapes.MadeProof),
    ("get", ADDRESS): Operation("connectDevice"),
    ("get", "/v1/tables"): Operation("listTables", shapes.Tables),
    ("get", "/v1/tables/{table}"): Operation("readTable", TableView),
    ("get", "/v1/tables/{table}/next"): Operation("readNext", NextView),
    ("get", "/v1/tables/{table}/house-way"): Operation("readHouseWay", Split),
    ("get", "/v1/tables/{table}/rounds"): Operation("listTableRounds", shapes.Rounds),
    ("get", "/v1/rounds"): Operation("findRounds", FoundRounds),
    ("get", "/v1/rounds/{round_id}"): Operation("readRound", RoundRow),
    ("get", "/v1/rounds/{round_id}/events"): Operation("listRoundEvents", shapes.Events),
    ("get", "/v1/rounds/{round_id}/evidence"): Operation(
        "readEvidence", forms={"application/zip": _BYTES}
    ),
    ("get", "/v1/events"): Operation("listEvents", shapes.Log),
    ("get", "/v1/stream"): Operation("watchStream", forms={"text/event-stream": _TEXT}),
    ("get", "/v1/progressives"): Operation(
        "listProgressives", (shapes.Progressives, shapes.DayOfProgressives)
    ),
    ("get", "/v1/reconciliation"): Operation("readReconciliation", Reconciliation),
    ("get", "/v1/days"): Operation("listDays", shapes.DayList),
    ("get", "/v1/days/{day}"): Operation("readDay", shapes.DayStanding),
    ("get", "/v1/exceptions"): Operation("listExceptions", shapes.Exceptions),
    ("get", "/v1/reports"): Operation("listReports", shapes.ReportNames),
    ("get", "/v1/reports/{name}"): Operation(
        "readReport",
        shapes.WrittenReport,
        {"text/csv": _TEXT, "text/html": _TEXT, "application/zip": _BYTES},
    ),
    ("get", "/v1/charts/hours"): Operation("readHoursChart", Chart),
    ("get", "/v1/charts/day-curve"): Operation("readDayCurve", Chart),
    ("get", "/v1/charts/tray"): Operation("readTrayChart", Chart),
    ("get", "/v1/charts/hold"): Operation("readHoldChart", Chart),
    ("get", "/v1/charts/dice"): Operation("readDiceChart", Chart),
    ("get", "/v1/charts/meters/{meter}"): Operation("readMeterChart", Chart),
    ("get", "/v1/log/checkpoint"): Operation("readCheckpoint", forms={"text/plain": _TEXT}),
    ("get", "/v1/log/key"): Operation("readLogKey", forms={"text/plain": _TEXT}),
    ("get", "/v1/log/tile/entries/{path}"): Operation(
        "readLogEntries", forms={"application/octet-stream": _BYTES}
    ),
    ("get", "/v1/log/tile/{level}/{path}"): Operation(
        "readLogTile", forms={"application/octet-stream": _BYTES}
    ),
    ("get", "/metrics"): Operation("readMetrics", forms={"text/plain": _TEXT}),
    ("get", "/livez"): Operation("isAlive", shapes.Alive),
    ("get", "/readyz"): Operation("isReady", shapes.Ready),
    ("get", "/readyz/api"): Operation("isApiReady", shapes.Ready),
}
