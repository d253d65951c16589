"""Input of a kind that made doclint take minutes or gigabytes: it takes seconds, or doclint names the limit.

Nothing here measures time. If a defect came back, its test would take longer than any timeout allows.
"""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from tree import write

from doclint.markdown import mojibake

SECONDS = 120
CODECS = ("cp1252", "latin-1", "cp1251", "cp1250", "mac-roman", "cp437")


def check(root: Path, *arguments: str) -> tuple[int, str, str]:
    """Run `doclint check` in a process of its own, and return its exit code and what it writes."""
    command = [sys.executable, "-m", "doclint", "check", "--no-cache", "--jobs", "1", *arguments]
    done = subprocess.run(command, cwd=root, capture_output=True, timeout=SECONDS, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_page_of_control_characters(root: Path) -> None:
    write(root, "docs/a.md", "# A\n\n" + "\x85" * 2_000_000 + "\n\nKeyword â†’ Section\n")
    code, out, _ = check(root)
    assert (code, out.count("mojibake")) == (1, 1), out


def _damaged(text: str, codec: str) -> str:
    return "".join(bytes([byte]).decode(codec, "ignore") or chr(byte) for byte in text.encode())


def _bytes(run: str, codec: str) -> Iterator[bytes]:
    for char in run:
        try:
            yield char.encode(codec)
        except UnicodeEncodeError:
            yield bytes([ord(char)]) if 0x80 <= ord(char) < 0xA0 else b"?"


@given(st.lists(st.tuples(st.text("é“→日🎉ы\x85Ё—├", max_size=2), st.sampled_from([*CODECS, ""])), min_size=1))
def test_only_what_no_codec_can_read_is_passed_over(parts: list[tuple[str, str]]) -> None:
    text = "".join(_damaged(part, codec) if codec else part for part, codec in parts)
    for run in mojibake._RUN.findall(text):
        encoded = [b"".join(_bytes(run, codec)) for codec in CODECS]
        might = any(
            b"?" not in data and mojibake._UTF8_CHARACTER.search(data.decode("latin-1")) is not None for data in encoded
        )
        assert mojibake._could_be_utf8(run) == might
