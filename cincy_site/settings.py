"""Settings. A host's own come from the environment: CINCY_DATA, CINCY_PUBLIC_URL, DATABASE_URL, CINCY_DEBUG."""

import os
from typing import Any
from urllib.parse import urlsplit

import dj_database_url
from django.utils.functional import SimpleLazyObject

from .clock import local_zone
from .installation import HERE, ROOT

BASE_DIR = ROOT
DATA_DIR = HERE.data
DEBUG = os.environ.get("CINCY_DEBUG") == "1"

# Seconds without a sign of life after which a phone counts as away, and others may act for the host's.
AWAY = float(os.environ.get("CINCY_AWAY") or 60)

# Where phones reach us from outside; empty on a home network, where every address of this machine will do.
PUBLIC_URL = os.environ.get("CINCY_PUBLIC_URL", "").rstrip("/")
_public = urlsplit(PUBLIC_URL)
_https = _public.scheme == "https"

# Made on first use, so that `manage.py replay` leaves no file behind.
SECRET_KEY = SimpleLazyObject(lambda: HERE.secret_key)
ALLOWED_HOSTS = [_public.hostname] if _public.hostname else ["*"]
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL] if _https else []

INSTALLED_APPS = [
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "games",
]

MIDDLEWARE = [
    "cincy_site.security.SecurityHeaders",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "games.views.errors.WrongMethod",
    "cincy_site.security.PlainText",
    "games.access.DeviceMiddleware",
    "games.views.errors.Measure",
    "cincy_site.lan.MoveToLan",
]

ROOT_URLCONF = "cincy_site.urls"
WSGI_APPLICATION = "cincy_site.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "context_processors": ["django.template.context_processors.request"],
            "builtins": ["games.templatetags.table"],
        },
    }
]

_sqlite = {
    "ENGINE": "django.db.backends.sqlite3",
    "NAME": DATA_DIR / "cincy.sqlite3",
    "CONN_MAX_AGE": None,
    "OPTIONS": {
        # IMMEDIATE takes the write lock at BEGIN: two writers queue instead of failing half way.
        "transaction_mode": "IMMEDIATE",
        "timeout": 5,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    },
}
_url = os.environ.get("DATABASE_URL", "")
_other: dict[str, Any] = {}
if _url:
    _other.update(dj_database_url.parse(_url, conn_max_age=None, conn_health_checks=True))
if _other.get("ENGINE", "").endswith("postgresql"):
    _other["OPTIONS"] = {
        # As SQLite does: who waits for a lock longer than this is told so. What a frozen process holds is let go.
        "options": "-c lock_timeout=5s -c idle_in_transaction_session_timeout=60s",
        "connect_timeout": 5,
        "keepalives_idle": 10,  # seconds of silence before the line is tried
        "keepalives_interval": 5,
        "keepalives_count": 3,
        **_other.get("OPTIONS", {}),
    }
DATABASES = {"default": _other or _sqlite}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]
USE_I18N = True
USE_TZ = True
TIME_ZONE = local_zone()
# Numbers that are read are grouped where they are said (`number`); those in forms and addresses never are.
USE_THOUSAND_SEPARATOR = False

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# A backup at the end of each round; not where others see to it, and not in tests.
BACKUPS = os.environ.get("CINCY_BACKUPS", "1") != "0"

# Forms are small: a whole table's dice in one form is under 4 KB.
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200
LARGEST_ARCHIVE = 32 * 1024 * 1024  # bytes of a club's archive that is brought: some 10,000 sessions

CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SECURE = _https
CSRF_FAILURE_VIEW = "games.views.errors.csrf_failure"
X_FRAME_OPTIONS = "DENY"
CSRF_COOKIE_NAME = "cincy_csrf"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_SSL_REDIRECT = _https
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if _https else None
SECURE_HSTS_SECONDS = 31_536_000 if _https else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = _https
SECURE_HSTS_PRELOAD = _https

SILENCED_SYSTEM_CHECKS: list[str] = []

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "cincy_site.discretion.Discreet",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        }
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    # A stale page or a wrong code is everyday life at a table, not a warning.
    "loggers": {"django.request": {"level": "ERROR"}},
}
