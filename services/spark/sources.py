"""Where the events of many properties come from: their topics, and files of Parquet."""

from collections.abc import Sequence
from functools import reduce

from py4j.protocol import Py4JJavaError
from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F  # noqa: N812  as everybody calls it

from services.kafka.topics import Topics


class WrongSource(Exception):
    """What was named to be read is not what can be read."""


def from_topics(spark: SparkSession, bootstrap: str, prefixes: Sequence[str]) -> DataFrame:
    """The events topics of these prefixes from their beginning to where they end now."""
    topics = [Topics(prefix).events for prefix in prefixes]
    messages = (
        spark.read.format("kafka")
        .option("kafka.bootstrap.servers", bootstrap)
        .option("kafka.isolation.level", "read_committed")
        .option("subscribe", ",".join(topics))
        .option("startingOffsets", "earliest")
        .option("endingOffsets", "latest")
        .option("includeHeaders", "true")
        .load()
    )
    return messages.select(
        F.regexp_extract(_header("ce_source"), "^/pitledger/(.+)$", 1).alias("property"),
        F.col("key").cast("string").alias("key"),
        F.substring_index(_header("ce_id"), "/", -1).try_cast("bigint").alias("seq"),
        _header("pl_position").try_cast("bigint").alias("position"),
        _header("ce_type").alias("kind"),
        F.col("value").alias("event"),
        F.concat_ws("", "topic", F.lit("/"), "partition", F.lit(" at offset "), "offset").alias(
            "place"
        ),
    )


def _header(name: str) -> Column:
    """Its first value as text; null where the message has none of that name."""
    return F.expr(f"cast(get(filter(headers, h -> h.key = '{name}'), 0).value AS string)")


def from_parquet(spark: SparkSession, path: str) -> DataFrame:
    """Events as `pitledger export` writes them: `json` is the stored text, as text or bytes.

    The path may name several exports by a pattern. Each is read by itself, for each has folders
    of its own days. `property` must be told, in a column or a folder's name. `key`, `seq` and
    `position` are taken where they are; key and seq are in the text too. Other columns, as `day`,
    are not read.
    """
    return reduce(DataFrame.unionByName, [_export(spark, one) for one in _matching(spark, path)])


def _matching(spark: SparkSession, path: str) -> list[str]:
    """By the file system that the path names, as Spark itself would look."""
    jvm, context = spark._jvm, spark.sparkContext._jsc  # noqa: SLF001  PySpark has no other way
    assert jvm is not None
    pattern = jvm.org.apache.hadoop.fs.Path(path)
    try:
        found = pattern.getFileSystem(context.hadoopConfiguration()).globStatus(pattern)
    except Py4JJavaError as error:
        raise WrongSource(f"{path} cannot be read: {error.java_exception}") from None
    if not found:
        raise WrongSource(f"{path} is not there: name the file or folder of a property's events")
    return [one.getPath().toString() for one in found]


def _export(spark: SparkSession, path: str) -> DataFrame:
    files = spark.read.option("mergeSchema", "true").parquet(path)
    if missing := {"json", "property"} - set(files.columns):
        raise WrongSource(
            f"{path} has the columns {', '.join(files.columns)}, but not"
            f" {' and '.join(sorted(missing))}: it is no history of a property"
        )
    text = F.col("json").cast("string")

    def told(column: str, kind: str) -> Column:
        if column in files.columns:
            return F.col(column).cast(kind).alias(column)
        in_text = F.lit(None) if column == "position" else F.get_json_object(text, f"$.{column}")
        return in_text.cast(kind).alias(column)

    return files.select(
        told("property", "string"),
        told("key", "string"),
        told("seq", "bigint"),
        told("position", "bigint"),
        F.lit(None).cast("string").alias("kind"),
        F.col("json").cast("binary").alias("event"),
        F.col("_metadata.file_path").alias("place"),
    )
