"""Figures made of the read models' rows: formulas, reconciliation, statistics, limits."""
