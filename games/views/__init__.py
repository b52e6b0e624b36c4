"""HTTP to one call and one fragment."""
