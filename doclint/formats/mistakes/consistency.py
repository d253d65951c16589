"""Values of a format that are of the right type but cannot be meant: they fit nothing, or contradict other ones."""

from collections.abc import Iterator, Sequence

from doclint.errors.expressions import expression
from doclint.errors.validation import Mistake, Path
from doclint.errors.wording import counted, did_you_mean, nearest
from doclint.formats.patterns.template import Template
from doclint.formats.schema.contents import (
    ClaimsContent,
    CommandContent,
    Content,
    Defining,
    ExampleContent,
    FieldsContent,
    ListingContent,
    SignatureContent,
    SourceContent,
    TableContent,
    TextContent,
    When,
    is_in_heading,
)
from doclint.formats.schema.format import Format, Kind
from doclint.formats.schema.sections import SectionPlace

_MARKED = expression(r"(\*\*|__|`)(.+)\1:?")
_ITEM_MARK = expression(r"[-*+] ")
_UNREAD_IF_FREE = ("content", "defines", "epilogue", "source")


def in_format(format_: Format) -> Iterator[Mistake]:
    """Yield the mistakes in what a format says about all its kinds."""
    yield from _in_place(format_)
    for name in format_.values:
        if name not in format_.parameters:
            hint = did_you_mean(name, format_.parameters) or "; `parameters` lists those that there are"
            yield Mistake(("values", name), f"`{name}` is not a parameter{hint}")
    named = {one.of for kind in format_.kind for one in kind.elements if isinstance(one, ClaimsContent)}
    used = {of if of in format_.claims else nearest(of, format_.claims) for of in named}
    for of in format_.claims:
        if of not in used:
            yield Mistake(("claims", of), f"no element `claims` has the set `{of}`, so that no page is read for it")


def _in_place(format_: Format) -> Iterator[Mistake]:
    """Yield the mistakes in where a format has its pages."""
    root = format_.docs_root
    if root is None and not format_.is_anywhere:
        text = "`docs-root` is missing; for pages in any folder, `marks` must list texts of which each page has one"
        yield Mistake((), text)
        return
    yield from _in_place_anywhere(format_)
    if root is not None and not _is_below_root(root):
        text = f"`docs-root` is `{root}`: write a path from the root of the repository, such as `docs/api`"
        yield Mistake(("docs-root",), f"{text}, and an empty text for the root itself")
    for index, mark in enumerate(format_.weak_marks):
        if mark in format_.marks:
            yield Mistake(("weak-marks", index), f"`{mark}` is one of `marks`, too; leave it out of one of the two")
    for index, kind in enumerate(format_.kind):
        name = next((name for name in ("path", "folder") if name in kind.path.names), "")
        if root is None and not format_.folders and name:
            text = f"`path` has the hole `{{{name}}}`, which needs a `docs-root` that the path of its file counts from"
            yield Mistake(("kind", index, "path"), text)


def _in_place_anywhere(format_: Format) -> Iterator[Mistake]:
    """Yield the mistakes in what tells pages that may be in any folder, apart from their marks."""
    if format_.docs_root is not None and format_.is_known_by_place:
        key = "folders" if format_.folders else "beside"
        text = f"`{key}` is for pages in any folder, but `docs-root` is `{format_.docs_root}`; leave out one of the two"
        yield Mistake((key,), text)
    for index, folder in enumerate(format_.folders):
        if not _is_below_root(folder) or folder.endswith("/"):
            text = f"`{folder}` is not a folder: write its path without slashes around it, such as `.shelf/wiki`"
            yield Mistake(("folders", index), text)
    for index, name in enumerate(format_.beside):
        if "/" in name:
            yield Mistake(("beside", index), f"`{name}` is a path: write the name of a file in the folder of the pages")
    beginnings = tuple(f"{folder}/" for folder in format_.folders)
    for index, kind in enumerate(format_.kind):
        if beginnings and not kind.path.text.startswith(beginnings):
            yield Mistake(("kind", index, "path"), "`path` begins with none of the `folders` of the format")


def _is_below_root(folder: str) -> bool:
    """Whether a folder is written as a path from the root of the repository."""
    return (
        folder != "." and not folder.startswith(("/", "./", "~")) and not {"..", "\\"} & {*folder.split("/"), *folder}
    )


def in_kind(path: Path, kind: Kind) -> Iterator[Mistake]:
    """Yield the mistakes in what a kind says about all its pages."""
    yield from _in_defining(path, kind)
    text = kind.path.text
    if not text or text.startswith(("/", "./")) or ".." in text.split("/"):
        yield Mistake(
            (*path, "path"), f"`path` is `{text}`: write it from the folder `docs-root`, such as `{{path}}.md`"
        )
    for index, title in enumerate(kind.title):
        yield from _in_heading((*path, "title", index), title.text)
    for key in _UNREAD_IF_FREE if kind.free else ():
        if getattr(kind, key):
            yield Mistake((*path, key), f"`{key}` has no effect: nothing on pages of a `free` kind is read")


def in_section(format_: Format, kind: Kind, path: Path, section: SectionPlace) -> Iterator[Mistake]:
    """Yield the mistakes in what a section says about itself."""
    spec, parent = section.spec, kind.parents.get(section)
    yield from _in_defining(path, spec)
    yield from _in_condition(format_, (*path, "when"), spec.when)
    for index, heading in enumerate(spec.heading):
        yield from _in_heading((*path, "heading", index), heading.text)
    if spec.misspelled and spec.misspelled.text in [heading.text for heading in spec.heading]:
        yield Mistake((*path, "misspelled"), f"`misspelled` is `{spec.misspelled.text}`, which is the heading itself")
    if spec.sorted_by and not spec.repeats:
        yield Mistake((*path, "sorted-by"), "`sorted-by` has no effect: only sections with `repeats = true` are sorted")
    if parent and spec.level and max(spec.level) < min(parent.levels):
        text = f"`level` is {spec.level[0]}, but the section around it, `{parent.key}`, has level {min(parent.levels)}"
        yield Mistake((*path, "level"), f"{text}; levels count from 1, the title")


def in_element(format_: Format, path: Path, element: Content) -> Iterator[Mistake]:
    """Yield the mistakes in the settings of an element."""
    yield from _in_condition(format_, (*path, "when"), element.when)
    if isinstance(element, Defining):
        yield from _in_defining(path, element)
    match element:
        case TextContent(text=texts):
            for index, text in enumerate(texts):
                if _ITEM_MARK.match(text.text):
                    found = (
                        f"`text` is `{text.text}`, but an element `text` is a paragraph; for a list, there is `entries`"
                    )
                    yield Mistake((*path, "text", index), found)
        case FieldsContent():
            yield from _in_fields((*path, "items"), element)
        case ListingContent():
            yield from _in_listing(path, element)
            yield from _in_list_of_pages(format_, path, element)
        case TableContent():
            yield from _in_table(path, element)
            yield from _in_list_of_pages(format_, path, element)
        case SourceContent():
            yield from _in_fences((*path, "fence"), element.fence)
        case SignatureContent() | ExampleContent() | CommandContent():
            yield from _in_code(path, element)


def _in_code(path: Path, element: SignatureContent | ExampleContent | CommandContent) -> Iterator[Mistake]:
    yield from _in_fences((*path, "fence"), element.fence)
    yield from _in_languages((*path, "fence"), element.fence)
    if isinstance(element, SignatureContent) and is_in_heading(element) and len(element.layout) > 1:
        text = "`layout` has `heading` beside others: a signature is either in the heading or below it"
        yield Mistake((*path, "layout"), text)
    if isinstance(element, SignatureContent) and "fence" not in element.layout:
        for index, template in enumerate(element.text):
            if "`" in template.text:
                bare = template.text.replace("`", "")
                text = f"`text` has backticks, but doclint compares it with what readers see; write `{bare}`"
                yield Mistake((*path, "text", index), text)


def _in_fields(path: Path, element: FieldsContent) -> Iterator[Mistake]:
    keys: set[str] = set()
    for index, field in enumerate(element.items):
        place = (*path, index, "key")
        yield from _in_label(place, field.key)
        if field.key in keys:
            text = f"another field has the key `{field.key}`, too; for alternatives, `value` can be a list"
            yield Mistake(place, text)
        keys.add(field.key)


def _in_listing(path: Path, element: ListingContent) -> Iterator[Mistake]:
    yield from _in_label((*path, "label"), element.label)
    for index, item in enumerate(element.item):
        if _ITEM_MARK.match(item.text):
            text = f"`item` is `{item.text}`: write items without the marker, as `{item.text[2:].strip()}`"
            yield Mistake((*path, "item", index), text)


def _in_table(path: Path, element: TableContent) -> Iterator[Mistake]:
    for index, cell in enumerate(element.header):
        marked = _MARKED.fullmatch(cell)
        if marked:
            text = f"`header` has `{cell}`: write the text that readers see, `{marked[2]}`"
            yield Mistake((*path, "header", index), text)
    if len(element.header) != len(element.row):
        text = f"`row` has {counted(len(element.row), 'cell')}, but `header` has {len(element.header)}"
        yield Mistake((*path, "row"), f"{text}; for cells that nothing reads, write `{{_:markup}}`")


def _in_list_of_pages(format_: Format, path: Path, element: ListingContent | TableContent) -> Iterator[Mistake]:
    for index, name in enumerate(element.of_kinds):
        if name not in format_.kinds:
            hint = did_you_mean(name, format_.kinds)
            yield Mistake((*path, "of-kinds", index), f"`of-kinds` names `{name}`, but no kind has this name{hint}")
    if element.of_kinds and element.lists != "pages":
        yield Mistake((*path, "of-kinds"), '`of-kinds` has no effect without `lists = "pages"`')
    if element.lists == "pages" and not element.of_kinds:
        yield Mistake((*path, "lists"), "`lists` is `pages`, but `of-kinds` does not say of which kinds")


def _in_defining(path: Path, what: Defining) -> Iterator[Mistake]:
    if what.complete and not what.defines:
        text = "`complete` has no effect without `defines`, which says of which symbols all must be there"
        yield Mistake((*path, "complete"), text)
    if what.elsewhere and not what.complete:
        yield Mistake(
            (*path, "elsewhere"), "`elsewhere` has no effect without `complete`: no name must be there anyway"
        )
    if what.states and not what.defines:
        yield Mistake((*path, "states"), "`states` has no effect without `defines`, which says that there are symbols")
    if what.omits and not what.complete and not isinstance(what, SignatureContent):
        yield Mistake((*path, "omits"), "`omits` has no effect without `complete`: no name must be there anyway")


def _in_condition(format_: Format, path: Path, when: When | None) -> Iterator[Mistake]:
    if when is None:
        return
    if not when.family and not when.ext:
        yield Mistake((*path, "family"), "`when` has no condition: write `family = [...]` or `ext = [...]`")
    families = {spec.family for spec in format_.language.values() if spec.family}
    for index, family in enumerate(when.family):
        if family not in families:
            known = ", ".join(f"`{one}`" for one in sorted(families))
            hint = did_you_mean(family, families) or (f"; there are {known}" if known else "")
            yield Mistake((*path, "family", index), f"`{family}` is not the `family` of any `language`{hint}")
    for index, ext in enumerate(when.ext):
        if not ext.startswith("."):
            yield Mistake((*path, "ext", index), f"`{ext}` has no dot; did you mean `.{ext}`?")


def _in_heading(path: Path, text: str) -> Iterator[Mistake]:
    if not text:
        yield Mistake(path, f"`{path[-2]}` is empty")


def _in_label(path: Path, text: str) -> Iterator[Mistake]:
    """Yield the mistake that a label or the key of a field is written with the markup that it has on pages."""
    marked = _MARKED.fullmatch(text)
    plain = (marked[2] if marked else text).removesuffix(":")
    if plain != text:
        found = f"`{path[-1]}` is `{text}`: write it without markup and colon, as `{plain}`, for `**{plain}**: ...`"
        yield Mistake(path, found)


def _in_fences(path: Path, written: Template | str | Sequence[str]) -> Iterator[Mistake]:
    infos = [written.text] if isinstance(written, Template) else [written] if isinstance(written, str) else written
    for index, info in enumerate(infos):
        if info.startswith(("`", "~")):
            text = f"`fence` is `{info}`: write only what follows the fence, `{info.strip('`~')}`"
            yield Mistake((*path, index), text)


def _in_languages(path: Path, written: str | Sequence[str]) -> Iterator[Mistake]:
    """Yield the languages that are not the first word of an info string in lower case, as doclint reads it."""
    for index, name in enumerate([written] if isinstance(written, str) else written):
        right = name.lower().split()[:1]
        if name and [name] != right and not name.startswith(("`", "~")):
            text = f"no fence has the language `{name}`, because doclint reads the first word in lower case"
            yield Mistake((*path, index), f"{text}: write `{right[0]}`" if right else text)
