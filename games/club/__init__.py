"""A club: who is in it, what was played, the numbers, and the way in and out as one archive."""
