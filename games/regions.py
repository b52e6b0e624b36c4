"""A region: a piece of a page with a print that tells whether it has changed; what all see alike is rendered once."""

import re
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from hashlib import sha256
from threading import Lock
from typing import Any

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from .sitting import Sitting

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="\w*"')
SHARED_KEPT = 2000  # regions this process keeps rendered
FORMS = 8  # of one region, and of one version


@dataclass(frozen=True)
class Region:
    """A piece of a page: its id, a print that changes when it has to be shown anew, and what renders it."""

    name: str
    print: str
    render: Callable[[], str]

    @cached_property
    def html(self) -> SafeString:
        """The piece, with its print in it: that the template leaves empty."""
        whole = self.render().replace('data-print=""', f'data-print="{self.print}"', 1)
        return mark_safe(whole)  # Django escaped it, and we added hex digits  # nosec


def region(request: HttpRequest | None, name: str, template: str, context: dict[str, Any], print_: str = "") -> Region:
    """Return a region; one that is asked of with a print of its own is rendered only when it is shown."""
    render = partial(render_to_string, template, context, request)
    if print_:
        return Region(name, _print(print_), render)
    html = render()
    # A token is another one in each answer, and no reason to show the piece anew.
    return Region(name, _print(TOKEN.sub("", html)), lambda: html)


def _print(shown: str) -> str:
    return sha256(shown.encode()).hexdigest()[:12]


_shared: OrderedDict[Any, tuple[int, dict[str, Region]]] = OrderedDict()
_lock = Lock()
_rendering = [Lock() for _ in range(64)]  # by session: of those who want a region at once, one renders it


def shared(now: Sitting, name: str, template: str, context: Callable[[], dict[str, Any]], also: str = "") -> Region:
    """Return a region that is the same for everybody: rendered once a version and language, never with a request.

    `also`: what else it hangs on, such as the address by which the phones reach us.
    """
    key = (now.session.pk, name, template, get_language())
    with _rendering[now.session.pk % len(_rendering)]:
        version, forms = _shared.get(key, (0, {}))
        if version == now.session.version and also in forms:
            return forms[also]
        made = region(None, name, template, context())
        # Neither old versions nor made-up addresses fill the memory.
        kept = forms if version == now.session.version and len(forms) < FORMS else {}
        with _lock:
            _shared[key] = (now.session.version, {**kept, also: made})
            _shared.move_to_end(key)
            while len(_shared) > SHARED_KEPT:
                _shared.popitem(last=False)
    return made


def changed(regions: list[Region], have: str) -> list[Region]:
    """Return the regions a phone does not have yet; `have` is "name:print name:print …"."""
    known = set(have.split())
    return [one for one in regions if f"{one.name}:{one.print}" not in known]
