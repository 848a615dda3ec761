"""A round played again on a page: its steps, the layout at each, the same by other rules."""
