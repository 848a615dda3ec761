"""The log for analysts: events, rounds and wagers as Parquet, a folder a gaming day."""
