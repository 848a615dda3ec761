"""`python -m services.spark.group_figures`: the figures of many properties, in one job."""

from typing import Annotated, Final

import typer
from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession

from services.cli.boundary import INVALID, end, tell
from services.cli.exit_codes import FAILED
from services.kafka.local import KafkaMissing
from services.spark.job import BrokenHistory, History, summed
from services.spark.session import spark_session
from services.spark.sources import WrongSource, from_parquet, from_topics

UNKNOWN: Final = 4
_BY: Final = ("property", "game", "day")


def group_figures(  # noqa: PLR0913, PLR0917  as many as there are options
    out: Annotated[str, typer.Option(help="Folder to write, named .parquet, .csv or .json.")],
    bootstrap: Annotated[str, typer.Option(help="Kafka brokers, as host:port.")] = "",
    prefixes: Annotated[
        str, typer.Option(help="Topic prefixes of the properties, with commas; may be empty.")
    ] = "",
    parquet: Annotated[
        list[str] | None, typer.Option(help="File or folder of events; may be said again.")
    ] = None,
    by: Annotated[str, typer.Option(help="What a line is of: any of these.")] = ",".join(_BY),
    reconciliations: Annotated[
        str, typer.Option(help="Folder for every property's reconciliation of every day.")
    ] = "",
    master: Annotated[str, typer.Option(help="Spark's master.")] = "local[*]",
) -> None:
    """Fold the history of many properties and write the figures of the group.

    From the topics, from Parquet, or from both: what is in both is folded once. Exit code 0: all
    is there; 1: a stream is broken and nothing was written; 4: written, but events are missing.
    """
    lines = [one for one in by.split(",") if one]
    if not set(lines) <= set(_BY):
        end(f"--by: any of {', '.join(_BY)}, with commas, not {by!r}")
    for path in filter(None, (out, reconciliations)):
        _format_of(path)
    if not bootstrap and not parquet:
        end("say what to read: --bootstrap with --prefixes, --parquet, or both")
    try:
        with spark_session(master, with_kafka=bool(bootstrap)) as spark:
            events = [from_parquet(spark, path) for path in parquet or ()]
            if bootstrap:
                events.append(from_topics(spark, bootstrap, prefixes.split(",")))
            _write_all(spark, History(events), out, lines, reconciliations)
    except BrokenHistory as broken:
        for fault in broken.faults:
            tell(fault)
        end("nothing was written: figures of a broken history would be wrong", FAILED)
    except (WrongSource, KafkaMissing) as error:
        end(error)
    except PySparkException as error:
        end(f"Spark could not do it: {error}", INVALID)


def _write_all(
    spark: SparkSession, history: History, out: str, by: list[str], reconciliations: str
) -> None:
    history.require_whole()
    _write(summed(history.figures(), by), out)
    if reconciliations:
        _write(history.reconciliations().orderBy("property", "day"), reconciliations)
    properties = history.properties().collect()
    for row in properties:
        print(  # noqa: T201
            f"{row['property']}: {row['events']:,} events of {row['streams']:,} streams,"
            f" {row['repeated']:,} came again"
        )
    missing = [row for row in properties if row["missing"]]
    for row in missing:
        tell(
            f"{row['property']}: {row['missing']} events before the last one are not there: the"
            " relay was just publishing, or a whole stream is missing"
        )
    if missing:
        raise typer.Exit(UNKNOWN)


def _format_of(path: str) -> str:
    kind = path.rpartition(".")[2]
    if kind not in {"parquet", "csv", "json"}:
        end(f"{path}: what is written is named .parquet, .csv or .json")
    return kind


def _write(lines: DataFrame, path: str) -> None:
    """One file in a folder of that name, as Spark writes on any file system; none is replaced."""
    lines.coalesce(1).write.format(_format_of(path)).option("header", "true").save(path)


if __name__ == "__main__":
    typer.run(group_figures)
