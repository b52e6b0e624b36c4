"""A club as one archive: a ZIP of session files, and a manifest of what a session file has no room for."""
