"""The addresses of this machine that phones can reach, and the host's move from localhost to one of them."""

import ipaddress
import logging
import os
import re
from collections.abc import Callable
from dataclasses import dataclass

import ifaddr
from django.conf import settings
from django.core.exceptions import DisallowedHost, MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.request import split_domain_port
from django.shortcuts import render
from django.urls import reverse
from django.utils.encoding import escape_uri_path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from games.access import Request

from . import laptop
from .installation import HERE

# Networks between this machine and what runs on it, or far away: no phone is in them.
VIRTUAL = re.compile(
    r"docker|^br-|^veth|^vnet|virbr|vmnet|vbox|virtual|vmware|vethernet|hyper-v|wsl|^lxc|^lxd|podman|^cni"
    r"|^flannel|^cali|^tun|^tap|^utun|^wg|^ppp|^zt|tailscale|zerotier|^bridge\d{3}",
    re.IGNORECASE,
)
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
FROM_HERE = ("127.0.0.1", "::1", "::ffff:127.0.0.1")

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Address:
    """An IPv4 address of this machine, and the interface it belongs to."""

    ip: str
    interface: str

    @property
    def is_virtual(self) -> bool:
        """Tell whether phones are hardly to be found behind it."""
        return bool(VIRTUAL.search(self.interface))


def addresses() -> tuple[Address, ...]:
    """Return where phones may reach this machine, the likeliest first; public addresses only if there is no other."""
    found = [Address(str(ip.ip), ip.nice_name) for adapter in ifaddr.get_adapters() for ip in adapter.ips if ip.is_IPv4]
    usable = [address for address in found if _is_reachable(address.ip)]
    private = [address for address in usable if ipaddress.ip_address(address.ip).is_private]
    return tuple(sorted(private or usable, key=lambda address: address.is_virtual))


def _is_reachable(ip: str) -> bool:
    kind = ipaddress.ip_address(ip)
    return not (kind.is_loopback or kind.is_link_local or kind.is_multicast or kind.is_unspecified)


def chosen(among: tuple[Address, ...]) -> Address | None:
    """Return the address the phones use: the one the host picked, else the only one likely; None: the host picks."""
    for address in among:
        if address.ip == HERE.address:
            return address
    likely = [address for address in among if not address.is_virtual] or list(among)
    return likely[0] if len(likely) == 1 else None


LONGEST_HOST = 260  # a name of the DNS with its port


def public_base(request: HttpRequest) -> str:
    """Return what every link for other phones begins with, without a slash at its end."""
    if settings.PUBLIC_URL:
        return settings.PUBLIC_URL
    host = request.get_host()
    if len(host) > LONGEST_HOST:
        raise DisallowedHost("A host name that long is none.")
    return f"{request.scheme}://{host}"


class MoveToLan:
    """Bring a host who opened localhost to the address phones use: links, QR and the host's cookie belong to it.

    `serve` switches it on (CINCY_LAN=1) where it listens on the network and no public address is set.
    """

    def __init__(self, get_response: Callable[[Request], HttpResponse]) -> None:
        if os.environ.get("CINCY_LAN") != "1":
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: Request) -> HttpResponse:
        if not _is_local_page(request):
            return self.get_response(request)
        among = addresses()
        if not among:
            return self.get_response(request)
        address = _picked(request, among) or chosen(among)
        if address is None:
            choices = [(choice, _with_pick(request, choice.ip)) for choice in among]
            return render(request, "pick_address.html", {"choices": choices})
        base, path = _moved(request, address.ip)
        if _is_browser(request) and _is_meant(request) and (secret := laptop.carry(request, path)):
            path = reverse("arrive", args=[secret])
        return HttpResponseRedirect(base + path)


@require_GET
@never_cache
def arrive(request: Request, secret: str) -> HttpResponse:
    """Let this machine's own browser be what it is on localhost, and go on to where it wanted."""
    ours = (*FROM_HERE, *(address.ip for address in addresses()))
    path = laptop.arrive(request, secret) if request.META.get("REMOTE_ADDR") in ours else None
    # With the host, so that no path can be read as another one.
    return HttpResponseRedirect(f"{request.scheme}://{request.get_host()}{path or '/'}")


def _is_local_page(request: HttpRequest) -> bool:
    """Tell whether somebody at this machine opens a page: no fragment, no static file, no forwarded port."""
    return (
        request.method in ("GET", "HEAD")
        and split_domain_port(request.get_host())[0] in LOOPBACK
        and request.META.get("REMOTE_ADDR") in FROM_HERE
        and request.headers.get("Sec-Fetch-Mode", "navigate") == "navigate"
        and "HX-Request" not in request.headers
        and request.accepts("text/html")
        and not request.path.startswith(f"/{settings.STATIC_URL.lstrip('/')}")
    )


def _is_browser(request: HttpRequest) -> bool:
    """Tell whether a page is opened to be read: a script that only asks whether we are there has no identity."""
    return request.method == "GET" and "text/html" in request.headers.get("Accept", "")


def _is_meant(request: HttpRequest) -> bool:
    """Tell whether whoever sits here asks for this page, and no other site's link does."""
    return request.headers.get("Sec-Fetch-Site", "none") in ("none", "same-origin")


def _picked(request: HttpRequest, among: tuple[Address, ...]) -> Address | None:
    """Take the host's pick and remember it. Another site's link cannot pick."""
    if not _is_meant(request):
        return None
    for address in among:
        if address.ip == request.GET.get("address"):
            try:
                HERE.pick_address(address.ip)
            except OSError:
                log.exception("The address for the phones could not be kept.")
            return address
    return None


def _with_pick(request: HttpRequest, ip: str) -> str:
    query = request.GET.copy()
    query["address"] = ip
    return f"?{query.urlencode()}"


def _moved(request: HttpRequest, ip: str) -> tuple[str, str]:
    """Return the page's address in two parts: this machine's IP in place of localhost; the path, without the pick."""
    port = split_domain_port(request.get_host())[1]
    where = f"{request.scheme}://{ip}:{port}" if port else f"{request.scheme}://{ip}"
    query = request.GET.copy()
    query.pop("address", None)
    tail = f"?{query.urlencode()}" if query else ""
    return where, escape_uri_path(request.path) + tail
