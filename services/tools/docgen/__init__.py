"""What is generated from the code: schemas for other systems, reference pages for people."""
