"""Pure folds: every figure anyone looks at is built from events."""
