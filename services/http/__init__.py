"""The HTTP side: commands in, read models out, a page for the pit."""
