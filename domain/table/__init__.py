"""A table: the aggregate that holds what outlives a round, from opening to closing."""
