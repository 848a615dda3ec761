"""What a change of the schemas breaks for those who were built by the last release's."""
