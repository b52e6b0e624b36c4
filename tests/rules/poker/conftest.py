"""How the random play-outs are run: the same ones every time, without leaving anything behind."""

from hypothesis import settings

settings.register_profile("poker", deadline=None, derandomize=True, database=None)
settings.load_profile("poker")
