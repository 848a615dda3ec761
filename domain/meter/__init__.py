"""A progressive meter: an aggregate of its own, shared by the tables that name it."""
