"""The job: events by stream, rows by day, and the figures of the group made of them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from itertools import islice
from typing import Any, Final

import msgspec
import pyarrow as pa
from pyspark import StorageLevel
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F  # noqa: N812  as everybody calls it
from pyspark.sql.types import LongType, StringType, StructField, StructType

from projections.figures.group import TOTALS, game_days
from projections.figures.reconciliation import Reconciliation
from services.spark.books import DayReconciled, reconcile_days
from services.spark.streams import FAULT, STREAM, Found, PropertyEvent, fold_streams

_LINES_A_BATCH: Final = 1000
_FAULTS_SHOWN: Final = 20
_TEXTS: Final = frozenset({"property", "game", "day", "status"})
FIGURES: Final = ("property", "game", "day", "status", "periods", *TOTALS)
"""The columns of the figures: texts, a count of periods and cents; null is unknown."""


class BrokenHistory(Exception):
    """Streams that cannot be folded: no figure is given, because some would be wrong."""

    def __init__(self, faults: list[str], *, more: bool) -> None:
        super().__init__("; ".join(faults) + ("; and more" if more else ""))
        self.faults = faults


class History:
    """All events of all properties, each stream folded once; what is asked for is made of that."""

    def __init__(self, events: Sequence[DataFrame]) -> None:
        every = reduce(DataFrame.unionByName, events)
        by_stream = every.repartition("property", "key")
        ordered = by_stream.sortWithinPartitions("property", "key", "seq")
        self._found = ordered.mapInArrow(_mapped(PropertyEvent, fold_streams, _FOUND), _FOUND)
        self._found.persist(StorageLevel.DISK_ONLY)
        self._reconciled: DataFrame | None = None

    def require_whole(self) -> None:
        """Raises BrokenHistory, which names every stream that is broken."""
        faults = self._found.where(F.col("model") == FAULT).select("doc").orderBy("doc")
        found = [row["doc"] for row in faults.take(_FAULTS_SHOWN + 1)]
        if found:
            raise BrokenHistory(found[:_FAULTS_SHOWN], more=len(found) > _FAULTS_SHOWN)

    def properties(self) -> DataFrame:
        """How much was read of each: streams, events, what came twice, and what is missing.

        A log is numbered without a gap, so the last position is the number of events; where it is
        more, a whole stream is missing, or the relay was just publishing.
        """
        heads = self._found.where(F.col("model") == STREAM).select(
            "property",
            F.from_json("doc", "events bigint, repeated bigint, position bigint").alias("head"),
        )
        return (
            heads.groupBy("property")
            .agg(
                F.count(F.lit(1)).alias("streams"),
                F.sum("head.events").alias("events"),
                F.sum("head.repeated").alias("repeated"),
                F.max("head.position").alias("position"),
            )
            .withColumn("missing", F.greatest(F.lit(0), F.col("position") - F.col("events")))
            .orderBy("property")
        )

    def reconciliations(self) -> DataFrame:
        """Property, day and report: what `pitledger reconcile --json` prints there."""
        if self._reconciled is None:
            rows = self._found.where(F.col("day").isNotNull()).repartition("property")
            back = rows.sortWithinPartitions("property", F.desc("day"), "model", "row")
            reconciled = back.mapInArrow(_mapped(Found, reconcile_days, _RECONCILED), _RECONCILED)
            self._reconciled = reconciled.persist(StorageLevel.DISK_ONLY)
        return self._reconciled

    def figures(self) -> DataFrame:
        """One line for each property, game and day."""
        return self.reconciliations().mapInArrow(
            _mapped(DayReconciled, _by_game, _FIGURES), _FIGURES
        )


def summed(figures: DataFrame, by: Sequence[str]) -> DataFrame:
    """Lines that are alike in these columns as one; unknown as soon as one part is.

    By nothing: all of them as one.
    """
    amounts = [_total(name) for name in ("periods", *TOTALS)]
    alike = [*by, "status"] if {"property", "day"} <= set(by) else list(by)
    lines = figures.groupBy(*alike).agg(*amounts)
    return lines.orderBy(*by) if by else lines


def _total(name: str) -> Column:
    known = F.count(name) == F.count(F.lit(1))
    return F.when(known, F.sum(name)).cast("bigint").alias(name)


def _by_game(days: Iterable[DayReconciled]) -> Iterator[tuple[Any, ...]]:
    for one in days:
        report = msgspec.json.decode(one.report, type=Reconciliation)
        for line in game_days(one.property, report):
            told = (line.property, line.game, line.day, line.status, line.periods)
            yield (*told, *(line.totals[name] for name in TOTALS))


def _mapped(
    kind: Any, function: Callable[[Any], Iterator[tuple[Any, ...]]], schema: StructType
) -> Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    """A function of ours over the lines of a partition, which come and go as columns."""
    types = {LongType: pa.int64(), StringType: pa.string()}
    columns = pa.schema([(field.name, types[type(field.dataType)]) for field in schema.fields])

    def over(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        lines = function(line for batch in batches for line in _lines(kind, batch))
        while some := list(islice(lines, _LINES_A_BATCH)):
            arrays = [
                pa.array(column, field.type)
                for column, field in zip(zip(*some, strict=True), columns, strict=True)
            ]
            yield pa.RecordBatch.from_arrays(arrays, schema=columns)

    return over


def _lines(kind: Any, batch: pa.RecordBatch) -> Iterator[Any]:
    columns = [batch.column(name).to_pylist() for name in kind._fields]
    return map(kind._make, zip(*columns, strict=True))


def _schema(names: Sequence[str], numbers: frozenset[str] = frozenset()) -> StructType:
    return StructType(
        [StructField(name, LongType() if name in numbers else StringType()) for name in names]
    )


_FOUND: Final = _schema(Found._fields)
_RECONCILED: Final = _schema(DayReconciled._fields)
_FIGURES: Final = _schema(FIGURES, frozenset(FIGURES) - _TEXTS)
