"""Speed and memory, every figure beside a baseline measured in the same run on the same data."""
