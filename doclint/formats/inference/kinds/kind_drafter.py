"""The kinds of a draft, each from a group of pages that look alike."""

from collections.abc import Mapping, Sequence
from posixpath import basename, dirname
from typing import NamedTuple

from doclint.formats.inference.drafts import DraftKind
from doclint.formats.inference.kinds.footers import draft_footer
from doclint.formats.inference.kinds.front_matters import draft_front_matter
from doclint.formats.inference.kinds.paths import DraftPath, draft_path
from doclint.formats.inference.kinds.sections import draft_body
from doclint.formats.inference.kinds.sources import Sources
from doclint.formats.inference.kinds.titles import Titles, names_in, said_kinds, title_patterns, titles_of, words_of
from doclint.formats.inference.kinds.trees import BodySample
from doclint.formats.inference.samples import DraftPlace, SamplePage
from doclint.formats.inference.sequences import one_or_more
from doclint.formats.inference.texts.naming import kinds_of, singular
from doclint.formats.patterns.pattern import Pattern, first_match
from doclint.formats.reading.headings import find_footer
from doclint.formats.schema.contents import SYMBOL
from doclint.markdown.nodes import Block, Heading, ThematicBreak

_Knowns = Sequence[Mapping[str, str]]


class KindDrafter:
    """Drafts kinds of pages in one docs root.

    With separators, thematic breaks between sections are not content.
    """

    def __init__(self, docs_root: str, sources: Sources, *, has_separators: bool) -> None:
        self._docs_root = docs_root
        self._sources = sources
        self._has_separators = has_separators

    def kind(self, pages: Sequence[SamplePage], name: str) -> DraftKind:
        """Return the kind of some pages."""
        path = draft_path([self._below(page) for page in pages], self._sources.repository)
        titles = titles_of(pages)
        subject = self._subject(pages, path, titles)
        # In front matter, the hole `symbol` has no meaning.
        of_path = [{name: value for name, value in known.items() if name != SYMBOL} for known in subject.knowns]
        front_matter, left = draft_front_matter(pages, of_path)
        blocks = [self._body(page, subject.title) for page in pages]
        footer = draft_footer(list(zip(pages, blocks, strict=True)))
        samples = [
            BodySample(page, _without_footer(one, footer), known)
            for page, one, known in zip(pages, blocks, subject.knowns, strict=True)
        ]
        scopes = (tuple(subject.defines),) if subject.defines else ()
        body = draft_body(samples, DraftPlace((" ".join(map(words_of, subject.title)),), scopes))
        table = {
            "name": name,
            "path": subject.path.text,
            "title": one_or_more(subject.title),
            "front-matter": front_matter,
            "source": one_or_more(subject.source),
            "defines": one_or_more(subject.defines),
            "open": body.is_open,
            "footer": footer,
        }
        shown = dict.fromkeys(f"`{page.path}`" for page in (pages[0], pages[-1]))
        comments = [f"{len(pages):,} pages, such as {' and '.join(shown)}.", subject.comment, left, body.comment]
        kind = DraftKind(
            {key: value for key, value in table.items() if value},
            list(pages),
            body.content,
            body.sections,
            "\n".join(comment for comment in comments if comment),
        )
        _drop_unread(kind, subject.path)
        return kind

    def _below(self, page: SamplePage) -> str:
        return page.path[len(self._docs_root) :].lstrip("/") if self._docs_root else page.path

    def _subject(self, pages: Sequence[SamplePage], path: DraftPath, titles: Titles) -> "_SubjectDraft":
        """Return what some pages are about according to their paths and titles."""
        stems = [one.get(path.hole, "") for one in path.values]
        names = names_in(titles, stems) if titles else []
        is_symbol = bool(names) and path.hole != "" and _agree(names, stems)
        if names:
            own = path.renamed(SYMBOL) if is_symbol else path
            knowns = (
                own.values
                if is_symbol
                else [known | ({SYMBOL: name} if name else {}) for known, name in zip(path.values, names, strict=True)]
            )
            title = title_patterns(pages, titles, knowns)
            if any(SYMBOL in Pattern(text).names for text in title):
                source = self._sources.template(knowns, own.text)
                defines, reason = _defined(pages, title, names, has_source=bool(source))
                if defines:
                    comment = f"A guess: that the title names a symbol; {reason}."
                    return _SubjectDraft(own, knowns, title, source, defines, comment)
        title = title_patterns(pages, titles, path.values) if titles else []
        source = self._sources.template(path.values, path.text)
        return _SubjectDraft(path, path.values, title, source, [], "")

    def _body(self, page: SamplePage, title: Sequence[str]) -> list[Block]:
        """Return the blocks of a page without its title, and without thematic breaks if they only separate."""
        blocks: Sequence[Block] = page.document.blocks
        first = next((block for block in blocks if isinstance(block, Heading)), None)
        patterns = [Pattern(text) for text in title]
        is_title = first is not None and (first.level == 1 or first_match(patterns, first.children) is not None)
        return [
            block
            for block in blocks
            if not (block is first and is_title and title)
            and not (self._has_separators and isinstance(block, ThematicBreak))
        ]


class _SubjectDraft(NamedTuple):
    """What pages are about: their path, the values that are known of each, their title, and what that defines."""

    path: DraftPath
    knowns: _Knowns
    title: list[str]
    source: list[str]
    defines: list[str]
    comment: str


def _agree(names: Sequence[str], stems: Sequence[str]) -> bool:
    """Whether nearly all pages are named after the symbols in their titles."""
    same = sum(name == stem or name.endswith(f".{stem}") for name, stem in zip(names, stems, strict=True))
    return same >= 0.95 * len(names)


def _defined(
    pages: Sequence[SamplePage], title: Sequence[str], names: Sequence[str], *, has_source: bool
) -> tuple[list[str], str]:
    """Return what the titles of some pages name, and what says so; nothing if nothing says it."""
    said = said_kinds(title)
    if said:
        return said, "its words say so"
    folders = sorted({singular(basename(dirname(page.path))) for page in pages})
    of_folders = [kinds_of(folder) for folder in folders]
    if folders and all(of_folders):
        return list(dict.fromkeys(kind for kinds in of_folders for kind in kinds)), "the folder says so"
    if has_source:
        capitals = sum(name.rpartition(".")[2][:1].isupper() for name in names)
        return ["class"] if capitals * 2 > len(names) else ["module"], "a source is called like it"
    return [], ""


def _without_footer(blocks: Sequence[Block], footer: Sequence[str]) -> Sequence[Block]:
    start, _, captures = find_footer(blocks, [Pattern(text) for text in footer])
    return blocks if captures is None else blocks[:start]


def _drop_unread(kind: DraftKind, path: DraftPath) -> None:
    """Write `{_}` for the hole of the path that nothing else on the pages has."""
    others = str({key: value for key, value in kind.filled().items() if key != "path"})
    if path.hole and f"{{{path.hole}}}" not in others and f"{{{path.hole}|" not in others:
        kind.table["path"] = path.without(path.hole).text
