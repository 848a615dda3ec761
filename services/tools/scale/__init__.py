"""What one event costs, stage by stage, in processor time and in bytes, and what houses need."""
