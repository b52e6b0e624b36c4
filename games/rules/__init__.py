"""The rules of the games: pure functions over frozen values. No Django, no random, no clock."""
