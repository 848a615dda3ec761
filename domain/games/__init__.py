"""The games that a table may host, each in a folder of its own."""
