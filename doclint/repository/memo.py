"""Facts: what a content says by itself, whoever asks, kept from one run to the next by that content.

A verdict is about a page with everything around it. Where it no longer holds, what the grammars have read of sources
that are the same need not be read again.
"""

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from doclint.repository.dependencies import digest

if TYPE_CHECKING:
    from pydantic import TypeAdapter

_Answer = TypeVar("_Answer")
_LARGEST = 2**20  # bytes of an answer that is kept; one about a source can be several times as large as that


class Store(Protocol):
    """Where answers outlast a run."""

    def fact(self, key: tuple[str, str]) -> bytes | None:
        """Return what is kept under a key; None where there is nothing."""


class MemoStore(NamedTuple):
    """Where facts are kept: a store, and the stamp of what finds them out."""

    store: Store
    stamp: str


class Memo:
    """The facts of a run: those on a shelf, and new ones. Without a shelf nothing is known, and nothing is kept."""

    def __init__(self, memo_store: MemoStore | None = None) -> None:
        self._store = memo_store
        self._new: dict[str, bytes] = {}

    def of(self, data: bytes, question: tuple[object, ...], form: object, find: Callable[[], _Answer]) -> _Answer:
        """The answer to a question about a content, which is of some form: known, or what `find` finds.

        The `question` has all that the answer depends on beside the content and the code.
        """
        if self._store is None:
            return find()
        key = digest(b"\0".join([repr(question).encode(errors="surrogatepass"), data]))
        kept = self._store.store.fact((self._store.stamp, key))
        if kept is not None:
            with suppress(ValueError):
                answer: _Answer = _adapter(form).validate_json(kept)
                return answer
        answer = find()
        with suppress(ValueError):  # half of a surrogate pair, which no JSON has
            found = _adapter(form).dump_json(answer)
            if len(found) <= _LARGEST:
                self._new[key] = found
        return answer

    def taken(self) -> dict[str, bytes]:
        """What is new since this was asked last."""
        new, self._new = self._new, {}
        return new


NO_MEMO = Memo()
"""Where nothing is kept."""


@cache
def _adapter(form: Any) -> "TypeAdapter[Any]":
    from pydantic import TypeAdapter

    return TypeAdapter(form)
