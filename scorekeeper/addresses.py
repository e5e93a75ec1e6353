"""The addresses at which phones on this network reach the server, and those that phones
have."""

import io
import ipaddress
import socket
import struct
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import segno

EVERY_NETWORK = "0.0.0.0"  # noqa: S104 - phones come from the network
OF_PORT: dict[str, Any] = {"default": 8000, "envvar": "PORT", "show_default": True}
"""How each command reads the option --port."""
# A network kept for documents (RFC 5737): asking for the way there sends nothing.
SOMEWHERE_ELSE = ("203.0.113.1", 9)
SIOCGIFADDR = 0x8915
# Bridges between programs of this computer: no phone is on them.
VIRTUAL = ("docker", "br-", "veth", "virbr", "lxc", "lxd", "podman", "cni")


def lan_addresses() -> list[str]:
    """Answer this computer's IPv4 addresses on its networks, the one with a way out
    first."""
    addresses = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(SOMEWHERE_ELSE)
        addresses.append(probe.getsockname()[0])
    if sys.platform == "linux":
        addresses += _card_addresses()
    with suppress(OSError):
        addresses += socket.gethostbyname_ex(socket.gethostname())[2]
    nowhere = ("127.", "169.254.", "0.")
    return list(dict.fromkeys(one for one in addresses if not one.startswith(nowhere)))


def _card_addresses() -> Iterator[str]:
    import fcntl  # not on every system

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        for _, name in socket.if_nameindex():
            if not name.startswith(VIRTUAL):
                with suppress(OSError):  # the card has no IPv4 address now
                    card = struct.pack("256s", name.encode()[:15])
                    yield socket.inet_ntoa(fcntl.ioctl(asked, SIOCGIFADDR, card)[20:24])


def server_urls(host: str, port: int) -> list[str]:
    """The addresses to try at the table, best first, of a server bound to `host`."""
    if host not in (EVERY_NETWORK, ""):
        return [f"http://{host}:{port}/"]
    urls = [f"http://{address}:{port}/" for address in lan_addresses()]
    name = socket.gethostname().split(".")[0]
    if urls and name and name != "localhost":
        urls.insert(1, f"http://{name}.local:{port}/")
    return [*urls, f"http://127.0.0.1:{port}/"]


def is_for_this_computer_only(url: str) -> bool:
    return url.startswith(("http://127.", "http://localhost"))


def qr_for_terminal(url: str, is_coloured: bool) -> str:
    drawing = io.StringIO()
    segno.make_qr(url).terminal(drawing, border=4, compact=True)
    shown = "\x1b[97;40m{}\x1b[0m" if is_coloured else "{}"
    return "\n".join(map(shown.format, drawing.getvalue().splitlines()))


class Proxies:
    """The proxies that are believed when they say who asks: `named` has their addresses
    and networks, separated by commas. Raises ValueError."""

    def __init__(self, named: str = "") -> None:
        words = filter(None, map(str.strip, named.split(",")))
        self._networks = [ipaddress.ip_network(word) for word in words]

    def __contains__(self, peer: str) -> bool:
        address = _address(peer)
        if address is None:
            return not peer and bool(self._networks)
        return any(address in network for network in self._networks)

    def client(self, peer: str, forwarded: str) -> str:
        """Who asks: `peer`, or where that is a proxy the last of X-Forwarded-For that
        is none: what stands before that one anybody could have written."""
        for forwarder in reversed(forwarded.split(",")):
            if peer not in self or _address(forwarder.strip()) is None:
                break
            peer = forwarder.strip()
        return peer


def network_of(address: str) -> str:
    """Whom to count this address with: an IPv6 one with the network (/64) of its
    household."""
    known = _address(address)
    if known is None or known.version == 4:
        return str(known or address)
    return str(ipaddress.ip_network((known, 64), strict=False))


def _address(words: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        address = ipaddress.ip_address(words)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


class NotPublic(ValueError):
    """The public address can't be used; the text says what is wrong and what to do."""


def public_host(url: str) -> str:
    """The name that a public address has. Raises NotPublic."""
    parts = urlsplit(url)
    if (
        parts.scheme != "https"
        or not parts.hostname
        or parts.path.strip("/")
        or parts.query
    ):
        raise NotPublic(
            f"PUBLIC_URL is {url!r}. Give a whole name with https, such as https://cards.example, "
            "and not under a path: its cookies hold for the whole name."
        )
    return parts.netloc
