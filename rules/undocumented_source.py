from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from posixpath import basename, dirname, join, splitext
from typing import NamedTuple

from doclint import Corpus, CorpusRule, Fact, Invalid, Message, Note, Page, Repository, Valid, Violation
from doclint.errors.grouping import by_key
from doclint.formats.patterns.source_template import SourceTemplate
from doclint.kit import is_about_docs, page_at, schema
from doclint.repository.globs import files_matching

from ._pages import MODELS, file_page, index_page
from ._places import title_of

_ENOUGH = 0.6  # the share of the files of a type that have pages
# Modules that offer what others of their folder have.
_COLLECTING = frozenset({"index.js", "index.ts", "lib.rs", "mod.rs"})
_SEVERAL = 2
_SEPARATORS = {ord("_"): None, ord("-"): None}


class _About(NamedTuple):
    """The folder that a page is about, or that holds the file that it is about, and the name of its format.

    For a page of a kind with templates of sources, `folder` is the file itself.
    """

    folder: str
    is_folder: bool
    format: str


def _pages(names: str) -> dict[str, str]:
    return {f"docs/src/{name}.py_docs.md": file_page(f"src/{name}.py", "Text.\n") for name in names}


_MODELS = {f"shop/models/{name}.py": "" for name in ("__init__", "apple", "pear", "plum", "quince_jam")}


class UndocumentedSource(CorpusRule):
    """A file has no page, although its folder and most other files of its type have pages.

    It was added after the last run of the generator, or the generator failed on it. Readers take the pages for
    complete.

    The rule checks folders that have pages, about themselves or about files in them, and types of file (extensions, or
    the names of files without one) of which most have pages in these folders. Of kinds with `source`, it checks the
    files that the templates can name. It ignores files that `.gitignore` excludes. One finding names the missing files
    of a folder; it is at the page about the folder if there is one.
    """

    family = "corpus"
    severity = "info"
    covers = ("I06",)
    needs = {"repository"}
    remedy = "Write a page for each file of a type that has pages elsewhere, or state which files have none."
    messages = {
        "no-page": Message(
            "No page describes {names} in `{folder}`, although most files of this type have pages", key=("folder",)
        )
    }
    data = _About
    reads = {"kind.source", "subject"}
    examples = (
        Invalid(
            index_page(),
            "docs/src/index.md",
            files={**{f"src/{name}.py": "" for name in "abcdefg"}, **_pages("abcdef")},
            lines=(1,),
        ),
        Valid(
            index_page(),
            "docs/src/index.md",
            files={
                **{f"src/{name}": "" for name in ("a.py", "b.py", "c.py", "d.py", "e.py", "f.py", "a.bin", "g.py")},
                ".gitignore": "g.py\n",
                **_pages("abcdef"),
            },
        ),
        Valid(index_page(), "docs/src/index.md", files={"src/a.py": "", "src/b.py": "", **_pages("a")}),
        Invalid(
            "# Apple\n",
            "docs/Apple.md",
            files={**_MODELS, "docs/Pear.md": "# Pear\n", "docs/Plum.md": "# Plum\n"},
            format=MODELS,
            lines=(1,),
        ),
        Valid("# Apple\n", "docs/Apple.md", files={**_MODELS, "docs/Pear.md": "# Pear\n"}, format=MODELS),
        Valid(
            "# Apple\n",
            "docs/Apple.md",
            files={**_MODELS, "docs/Pear.md": "# Pear\n", "docs/Plum.md": "# Plum\n"},
            format=f'{MODELS}source-omits = ["quince*.py"]\n',
        ),
        Valid(
            "# Apple\n",
            "docs/apple.md",
            files={
                **_MODELS,
                **{f"docs/{name}.md": f"# {name.title()}\n" for name in ("pear", "plum")},
                "docs/quince_jam.md": "Written by hand.\n",
            },
            format=MODELS.replace("|snake}", "}"),
        ),
    )

    def facts(self, page: Page) -> Iterator[Fact]:
        subject, format_ = page.subject, page.format
        if subject is None or subject.path is None or format_ is None or is_about_docs(page):
            return
        is_whole = subject.is_folder or (page.kind is not None and bool(page.kind.source))
        folder = subject.path if is_whole else dirname(subject.path)
        yield Fact(title_of(page), _About(folder, subject.is_folder, format_.name))

    def check_corpus(self, corpus: Corpus) -> Iterator[tuple[Note, Violation]]:
        for format_ in corpus.formats.named({note.data.format for note in corpus.notes}):
            kinds = {kind.name: number for number, kind in enumerate(format_.kind)}
            every = [note for note in corpus.notes if note.data.format == format_.name]
            templated = {kind.name for kind in format_.kind if kind.source}
            yield from _check_kinds(corpus.repository, format_, [one for one in every if one.where.kind in templated])
            notes = [note for note in every if note.where.kind not in templated]
            # Pages about folders come first, and among them those of the first kind.
            notes.sort(key=lambda note: (not note.data.is_folder, kinds.get(note.where.kind, 0)))
            pages: dict[str, Note] = {}
            for note in notes:
                pages.setdefault(note.data.folder, note)
            yield from _check_folders(corpus.repository, format_, pages)


def _check_folders(
    repository: Repository, format_: "schema.Format", pages: dict[str, Note]
) -> Iterator[tuple[Note, Violation]]:
    """Yield what is wrong with some folders; `pages` has the page of each folder that findings are at."""
    total: Counter[str] = Counter()
    without: dict[str, list[str]] = defaultdict(list)
    for folder in pages:
        for name, is_folder in (repository.listing(folder) or {}).items():
            if not is_folder:
                total[_type(name)] += 1
                if not _has_page(repository, format_, join(folder, name)):
                    without[folder].append(name)
    lacking = Counter(_type(name) for names in without.values() for name in names)
    usual = {type_ for type_, number in total.items() if number - lacking[type_] >= max(_SEVERAL, _ENOUGH * number)}
    for folder, names in without.items():
        found = (name for name in names if _type(name) in usual and not repository.is_ignored(join(folder, name)))
        if missing := tuple(sorted(found)):
            yield pages[folder].violation("no-page", names=missing, folder=folder or format_.root_name or ".")


def _check_kinds(
    repository: Repository, format_: "schema.Format", notes: Sequence[Note]
) -> Iterator[tuple[Note, Violation]]:
    """Yield the folders in which most of the files that the templates of a kind can give have pages, but not all."""
    described = {note.data.folder: note for note in reversed(notes)}
    seen: set[tuple[str, ...]] = set()
    for kind in format_.kind if described else ():
        files = {path for one in kind.source for path in files_matching(repository, _anywhere(one, format_)).files}
        folders = by_key((dirname(path), path) for path in files if not _has_none(format_, basename(path)))
        for folder, paths in sorted(folders.items()):
            there = [described[path] for path in sorted(paths) if path in described]
            without = sorted(
                basename(path)
                for path in paths
                if path not in described and not _has_plain_page(repository, path, there)
            )
            # Templates of several kinds may lead to the same files.
            is_new = (folder, *without) not in seen
            if without and is_new and len(there) >= max(_SEVERAL, _ENOUGH * len(paths)):
                seen.add((folder, *without))
                yield there[0].violation("no-page", names=tuple(without), folder=folder or ".")


def _has_none(format_: "schema.Format", name: str) -> bool:
    """Whether a file, given by its name, needs no page of a format."""
    return (
        name.startswith(("_", "."))
        or name in _COLLECTING
        or any(fnmatchcase(name, pattern) for kind in format_.kind for pattern in kind.source_omits)
    )


def _has_plain_page(repository: Repository, path: str, others: Sequence[Note]) -> bool:
    """Whether there is a page that is named after a file as that of another file in its folder is: of no kind, since
    nothing on it marks it as one. Case and separators may differ as they do there.
    """
    for note in others[:_SEVERAL]:
        page = note.where.path
        before, found, behind = _common(basename(page)).rpartition(_common(splitext(basename(note.data.folder))[0]))
        name = f"{before}{_common(splitext(basename(path))[0])}{behind}"
        if found and name in repository.remembered(_names, dirname(page)):
            return True
    return False


def _names(repository: Repository, folder: str) -> frozenset[str]:
    return frozenset(map(_common, repository.listing(folder) or ()))


def _common(name: str) -> str:
    """Return what the names of a file in different cases have in common."""
    return name.translate(_SEPARATORS).casefold()


def _anywhere(template: SourceTemplate, format_: "schema.Format") -> str:
    """Return the pattern of all paths that a template of a format can give."""
    is_below_any_folder = format_.docs_root is None and not template.anywhere.startswith("**")
    return f"**/{template.anywhere}" if is_below_any_folder else template.anywhere


def _type(name: str) -> str:
    """Return the extension of a file, or its name if it has none."""
    return splitext(name)[1] or name


def _has_page(repository: Repository, format_: "schema.Format", path: str) -> bool:
    pages = (page_at(kind, format_, path) for kind in format_.kind if kind.is_about_file)
    return any(page and repository.is_file(page) for page in pages)
