"""What the whole house keeps to: no accounts, forms that cannot be forged, secrets that are kept as digests."""

from django.conf import settings
from django.urls import URLPattern, get_resolver

from games import models
from games.rules.contract import Game

from .house import sources

STAY_OUT = {"django.contrib.sessions", "django.contrib.auth", "django.contrib.admin", "django.contrib.messages"}


def test_accounts_and_their_like_stay_out():
    assert not STAY_OUT & set(settings.INSTALLED_APPS)
    assert not any(name.startswith(tuple(STAY_OUT)) for name in settings.MIDDLEWARE)
    for path, _ in sources("games", "cincy_site"):
        text = path.read_text()
        assert not any(name in text for name in STAY_OUT), path


def test_no_view_is_exempt_from_the_token():
    for pattern in get_resolver().url_patterns:
        assert isinstance(pattern, URLPattern)
        assert not getattr(pattern.callback, "csrf_exempt", False), pattern


def test_every_address_has_a_name_of_its_own():
    names = [pattern.name for pattern in get_resolver().url_patterns]
    assert all(names)
    assert len(set(names)) == len(names)


def test_secrets_are_kept_as_digests():
    for model in (models.Device, models.Pass):
        kept = {field.name for field in model._meta.get_fields()}
        assert "token_hash" in kept
        assert not kept & {"token", "secret"}


def test_the_contract_knows_no_game():
    assert all("dice" not in name and "poker" not in name for name in Game.__dataclass_fields__)


def test_the_policy_lets_in_nothing_from_afar():
    from cincy_site.security import POLICY

    assert "unsafe" not in POLICY
    assert "http" not in POLICY
    assert "*" not in POLICY
