"""The HTTP side: commands in, read models out, a page for the pit."""

from services.http.app import make_app

__all__ = ["make_app"]
