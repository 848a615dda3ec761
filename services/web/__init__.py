"""Pages for people: how they are made of templates."""
