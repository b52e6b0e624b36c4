"""The one Django app."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Cincy's games."""

    name = "games"
