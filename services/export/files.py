"""Parquet files, a folder a day; a day's file is there whole or not at all."""

from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from services.export.columns import PROPERTY, TABLES

_AT_ONCE: Final = 50_000
"""Rows of one group: what is held of a day before it is written."""


class DayFiles:
    """One table's files. Rows come day by day, mixed where one day ends."""

    def __init__(self, folder: Path, table: str, house: str) -> None:
        self._folder = folder
        self._house = house
        self._table = table
        self._held: dict[str, list[dict[str, Any]]] = {}
        self._writers: dict[str, pq.ParquetWriter] = {}
        self.rows = 0
        self.days: set[str] = set()

    def add(self, day: str, row: dict[str, Any]) -> None:
        held = self._held.setdefault(day, [])
        held.append({PROPERTY.name: self._house, **row})
        self.rows += 1
        self.days.add(day)
        if len(held) >= _AT_ONCE:
            self._flush(day)

    def close(self) -> None:
        """Only now do the files have their names."""
        for day in list(self._held):
            self._flush(day)
        for day, writer in self._writers.items():
            writer.close()
            self._unfinished(day).replace(self._file(day))

    def _flush(self, day: str) -> None:
        rows = self._held.pop(day, [])
        if not rows:
            return
        schema = TABLES[self._table]
        if day not in self._writers:
            self._file(day).parent.mkdir(parents=True, exist_ok=True)
            self._writers[day] = pq.ParquetWriter(self._unfinished(day), schema, compression="zstd")
        self._writers[day].write_table(pa.Table.from_pylist(rows, schema))

    def _file(self, day: str) -> Path:
        return self._folder / self._table / f"day={day}" / f"{self._table}.parquet"

    def _unfinished(self, day: str) -> Path:
        return self._file(day).with_suffix(".part")
