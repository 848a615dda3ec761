"""The figures behind the pictures, and the pages that show them."""
