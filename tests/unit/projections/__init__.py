"""Folds over events, without a database."""
