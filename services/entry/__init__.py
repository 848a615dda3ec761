"""The one way in: what every sender of commands goes through before the desk."""
