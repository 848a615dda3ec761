"""What stones alone asks for and tells."""
