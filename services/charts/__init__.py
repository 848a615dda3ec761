"""What the pictures are drawn from: figures of the read models, in series over one axis."""
