"""Kept aside, lost and recovered."""
