"""What if the same play had been settled by other rules: files and stored rounds alike."""
