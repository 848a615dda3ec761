"""People known by an OpenID Connect provider: they sign in there, and their JWTs are believed."""
