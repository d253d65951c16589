"""A memo of answers about contents, kept from one run to the next.

A result is about a page and everything around it. When such a result no longer holds, the memo still spares parsing:
what a grammar reads in a source depends on the content of the source alone.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple, Protocol, TypeVar

from msgspec import json

from doclint.repository.dependencies import digest

_Answer = TypeVar("_Answer")
_LARGEST = 2**20  # bytes of an encoded answer that is kept; an answer can be several times as large as its source


class AnswerStore(Protocol):
    """A store that keeps answers from one run to the next."""

    def fact(self, key: tuple[str, str]) -> bytes | None:
        """Return the answer under a key, a cache key and a digest; None if there is none."""


class MemoStore(NamedTuple):
    """A store of answers, and the cache key of the code that finds them."""

    store: AnswerStore
    cache_key: str


class Memo:
    """The answers of a run: those of a store, and new ones. Without a store, nothing is remembered."""

    def __init__(self, memo_store: MemoStore | None = None) -> None:
        self._store = memo_store
        self._new: dict[str, bytes] = {}

    def of(self, data: bytes, question: tuple[object, ...], form: Any, find: Callable[[], _Answer]) -> _Answer:
        """Return the answer to a question about a content: from the store, or else what `find` returns.

        `question` has everything that the answer depends on besides the content and the code. `form` is the type of the
        answer, by which msgspec decodes it.
        """
        if self._store is None:
            return find()
        key = digest(b"\0".join([repr(question).encode(errors="surrogatepass"), data]))
        stored = self._store.store.fact((self._store.cache_key, key))
        if stored is not None:
            with suppress(ValueError):
                answer: _Answer = json.decode(stored, type=form)
                return answer
        answer = find()
        with suppress(ValueError):  # half of a surrogate pair, which JSON cannot have
            encoded = json.encode(answer)
            if len(encoded) <= _LARGEST:
                self._new[key] = encoded
        return answer

    def taken(self) -> dict[str, bytes]:
        """Return the new answers since the last call, encoded, by the digest of content and question."""
        new, self._new = self._new, {}
        return new


NO_MEMO = Memo()
"""A memo that remembers nothing."""
