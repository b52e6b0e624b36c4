"""Template tags."""
from django import template

register = template.Library()
