"""Django as a WSGI application: what answers pages and moves."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cincy_site.settings")

application = get_wsgi_application()
