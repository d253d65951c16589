"""Translations of pages of MkDocs (mkdocs-static-i18n 1.3, `suffix.py` and `folder.py`)."""

from collections.abc import Iterator, Mapping
from posixpath import join, splitext
from typing import Any

from doclint.repository.paths import below, shortest
from doclint.sites.support.locales import LOCALE

_MOST = 100


class Languages:
    """The languages of the pages in a folder, by the options of the plugin. A site need not have any."""

    def __init__(self, docs: str, options: Mapping[str, Any]) -> None:
        self._docs = docs
        self._all = list(_languages(options))
        self._is_by_folder = options.get("docs_structure") == "folder"

    def __bool__(self) -> bool:
        return bool(self._all)

    def of(self, page: str) -> str:
        """Return the language of a page, which is the default one if the page does not say; empty without languages."""
        if not self._all:
            return ""
        inner = below(page, self._docs) or ""
        stated = inner.partition("/")[0] if self._is_by_folder else splitext(splitext(page)[0])[1].lstrip(".")
        return stated if LOCALE.match(stated) else self._all[0]

    def without(self, language: str, stem: str) -> str:
        """Return the path of a page from the folder, which has no suffix, without its language."""
        if self._is_by_folder:
            return stem.removeprefix(f"{language}/")
        return stem.removesuffix(f".{language}") if language else stem

    def translated(self, path: str, language: str) -> Iterator[str]:
        """Yield a path, and before it the files that stand for it in a language and in the default one."""
        inner = below(path, self._docs)
        if self._all and inner is not None:
            yield from self.files(inner, language)
        yield path

    def files(self, inner: str, language: str) -> Iterator[str]:
        """Yield the files that stand for a path from the folder, in a language first, and then in the default one."""
        if self._is_by_folder:
            first, _, rest = inner.partition("/")
            path = rest if LOCALE.match(first) else inner
            yield from (shortest(join(self._docs, one, path)) for one in (language, *self._all[:1]))
            yield shortest(join(self._docs, path))
        elif self._all:
            stem, suffix = splitext(inner)
            yield from (shortest(join(self._docs, f"{stem}.{one}{suffix}")) for one in (language, self._all[0]))
        yield shortest(join(self._docs, inner))


def _languages(options: Mapping[str, Any]) -> Iterator[str]:
    """Yield the languages of a site, the default one first."""
    found = options.get("languages")
    tables = [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []
    named = [(one.get("locale"), one.get("default") is True) for one in tables]
    if isinstance(found, dict):  # before version 1
        named = [(name, name == options.get("default_language")) for name in found]
    named.sort(key=lambda one: not one[1])
    return (name for name, _ in named[:_MOST] if isinstance(name, str) and LOCALE.match(name))
