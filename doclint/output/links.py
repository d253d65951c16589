"""Links in the text of a terminal: places lead to their files, and ids of rules to their manuals on the web.

Terminals know them by the sequence OSC 8; see "Hyperlinks (a.k.a. HTML-like anchors) in terminal emulators" by Egmont
Koblinger. The address of a file has the name of the host, so that nothing opens at the other end of a remote shell, and
the line as its fragment, as kitty and Visual Studio Code read it.
"""

import os
import platform
from functools import lru_cache
from pathlib import Path
from urllib.parse import quote

from doclint.errors.expressions import expression

_TERMINALS = ("WT_SESSION", "KONSOLE_VERSION", "DOMTERM")  # set by Windows Terminal, Konsole and DomTerm
_PROGRAMS = {"iTerm.app", "WezTerm", "vscode", "ghostty", "zed", "Hyper", "Tabby", "rio", "WarpTerminal"}
_TYPES = expression(r"alacritty|contour|foot|xterm-(?:kitty|ghostty)")
_VTE = 5000  # the first version without the crash in which links ended, 0.50
_URI = "%/:?#[]@!$&'()*+,=~"  # characters with a meaning in addresses; a semicolon has one in the sequence


def are_supported(*, is_terminal: bool) -> bool:
    """Whether standard output shows links, as far as the environment tells.

    FORCE_HYPERLINK decides if it is set (0: no). The variables are those of the packages `supports-hyperlinks`.
    """
    environment = os.environ
    forced = environment.get("FORCE_HYPERLINK")
    if forced:
        return forced != "0"
    if not is_terminal or environment.get("CI") or environment.get("TERM", "").startswith(("dumb", "screen", "tmux")):
        return False
    version = environment.get("VTE_VERSION", "")
    return (
        any(environment.get(name) for name in _TERMINALS)
        or environment.get("TERM_PROGRAM") in _PROGRAMS
        or bool(_TYPES.match(environment.get("TERM", "")))
        or (version.isdecimal() and int(version) >= _VTE)
    )


def to_file(shown: str, root: str, path: str, line: int) -> str:
    """Return a text as a link to a line of a file below a root; as it is if the root is not on this machine."""
    base = _address(root) if root else ""
    return to_page(shown, f"{base}/{quote(path)}#{line}") if base else shown


def to_page(shown: str, address: str) -> str:
    """Return a text as a link to a page on the web; as it is if there is no address."""
    return f"\x1b]8;;{quote(address, safe=_URI)}\x1b\\{shown}\x1b]8;;\x1b\\" if address else shown


@lru_cache(maxsize=1)
def _address(root: str) -> str:
    folder = Path(root)
    if not folder.is_absolute() or not folder.is_dir():
        return ""
    address = folder.as_uri().rstrip("/")
    return address if os.name == "nt" else address.replace("file://", f"file://{quote(platform.node())}", 1)
