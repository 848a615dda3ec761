"""The figures as a table in a document: what lies between two marks is written anew."""

import os
import platform
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Final

from services.tools.bench.figures import Figure

BEGIN: Final = "<!-- made by `pitledger bench --table` -->"
END: Final = "<!-- end of what was made -->"


class NoPlace(Exception):
    """The document does not say where the table goes."""


def table(figures: Sequence[Figure]) -> str:
    when = f"Measured on {datetime.now(UTC):%Y-%m-%d} by version {version('pitledger')}"
    lines = [
        f"{when}: {_machine()}.",
        "",
        "| bench | what | value | ratio | beside |",
        "| --- | --- | ---: | ---: | --- |",
    ]
    return "\n".join([*lines, *(_row(one) for one in figures)])


def _row(one: Figure) -> str:
    if one.value is None:
        return f"| {one.bench} | {one.what} | | | {one.note} |"
    value = f"{one.value:,.1f} {one.unit}" if one.value < 100 else f"{one.value:,.0f} {one.unit}"
    if one.ratio is None or one.baseline is None:
        return f"| {one.bench} | {one.what} | {value} | | |"
    beside = f"{one.baseline_name}: {one.baseline:,.1f}"
    return f"| {one.bench} | {one.what} | {value} | {one.ratio:.2f} | {beside} |"


def _machine() -> str:
    cores = len(os.sched_getaffinity(0))
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    busy = os.getloadavg()[2]
    told = (
        f"{cores} cores, {memory:.0f} GiB, {platform.system()}, Python {platform.python_version()}"
    )
    return f"{told}; load of the last quarter of an hour {busy:.1f}"


def write_table(file: Path, figures: Sequence[Figure]) -> None:
    """Between the marks of a document that has them."""
    text = file.read_text(encoding="utf-8")
    if BEGIN not in text or END not in text:
        raise NoPlace(f"{file} has no place for the table: the lines {BEGIN} and {END}")
    before, after = text.partition(BEGIN)[0], text.partition(END)[2]
    file.write_text(f"{before}{BEGIN}\n\n{table(figures)}\n\n{END}{after}", encoding="utf-8")
