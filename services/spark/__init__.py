"""The history of many properties, folded on Apache Spark by the service's own folds.

An extra: `pip install pitledger[spark]`. Nothing of the service imports it.
"""
