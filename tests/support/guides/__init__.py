"""Pages whose commands are run as they are written."""
