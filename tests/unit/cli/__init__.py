"""The command line without a database."""
