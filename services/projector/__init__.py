"""Following the events: pages in, read models out, with the position in the same transaction."""
