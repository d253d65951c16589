"""What all tests share."""

import gc
import signal
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from itertools import count
from pathlib import Path

import pytest
from browser import browser
from hypothesis import HealthCheck, settings

from doclint.cli import startup
from doclint.engine.cache import key
from doclint.repository.memo import NO_SEEN_FILES, SeenFiles

__all__ = ["browser"]

# Machines are shared: how long an example takes says nothing about the code.
settings.register_profile("doclint", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("doclint")

_NUMBERS = count()

# Sources that pages describe; one of them looks like a test.
collect_ignore = ["golden", "labelled", "pages", "sources", "trees"]


def pytest_collection_finish() -> None:
    """Collect memory as seldom as the command does, and leave alone what is loaded by now.

    The defaults of Python take a sixth of the time of all tests.
    """
    gc.freeze()
    gc.set_threshold(startup.THRESHOLD)


@pytest.fixture(scope="session", autouse=True)
def _own_code_is_read_once() -> Iterator[None]:
    """No test changes the code of doclint itself, which takes most of the time of a small run with a cache."""
    read = key._code
    own = {Path(place) for name in ("doclint", "doclint_rules") for place in import_module(name).__path__}
    read_once = cache(lambda place: read(place, NO_SEEN_FILES))

    def code(place: Path, seen_files: SeenFiles) -> str:
        return read_once(place) if place in own else read(place, seen_files)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(key, "_code", code)
        yield


@pytest.fixture(scope="session", autouse=True)
def _children_can_be_interrupted() -> Iterator[None]:
    """Let what tests start react to SIGINT, even if a shell starts the tests in the background, where it is ignored.

    A child inherits that a signal is ignored, but not that its parent has a handler, even if that does nothing.
    """
    before = signal.getsignal(signal.SIGINT)
    if before is signal.SIG_IGN:
        signal.signal(signal.SIGINT, lambda *_: None)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The root of a repository, with a folder for pages, and where we are."""
    (tmp_path / "docs").mkdir()
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or fills the cache of whoever runs it, or that of another test."""
    # doclint makes the folder when it needs one; `mktemp` would make one for each test, and list all of them each time.
    monkeypatch.setenv("DOCLINT_CACHE_DIR", str(tmp_path_factory.getbasetemp() / "caches" / str(next(_NUMBERS))))
