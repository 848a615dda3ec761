"""The pages and what they load."""
