"""Pages for programs: text in, typed contents out."""

from collections.abc import Iterable, Sequence

from doclint.api import arguments
from doclint.api.arguments import ConfigLike, FormatLike, RuleLike, Sources, Text
from doclint.errors.exceptions import UsageError
from doclint.output.page.contents import PageContents
from doclint.output.page.reading import contents_of
from doclint.repository.in_memory import Overlay


def read_page(
    text: Text,
    *,
    path: str = "page.md",
    config: ConfigLike = None,
    format: FormatLike | Sequence[FormatLike] | None = None,  # noqa: A002 - what everybody would call it
    rules: Iterable[RuleLike] | None = (),
    sources: Sources = None,
) -> PageContents:
    r"""Return what doclint reads on a page: its kind, its subject, its symbols, sections, links and so on.

    The arguments and the errors are those of `lint_text`. `path` decides, with the title, the sections and the footer,
    which kind of which format the page is of. `idle_rules` of the result are those of the `rules` that have nothing to
    read on the page; by default, there are no rules, because loading them takes longer than reading a page. Also raises
    UsageError if the page has more bytes than the configuration's `limits.file-bytes`.

    >>> page = read_page("# Documentation: `app.py`\n\n## File Purpose\n", path="docs/app.py_docs.md")
    >>> page.kind, page.subject.path, [(section.key, section.line) for section in page.sections]
    ('file-docs', 'app.py', [('file-purpose', 3)])
    """
    size = len(arguments.data_of(text, "`text`"))
    place = arguments.place_of(path, "`path`")
    how = arguments.settled(config, format, rules)
    project = how.project
    most = project.settings.config.limits.file_bytes
    if size > most:
        raise UsageError(f"`text` has {size:,} bytes, and `limits.file-bytes` is {most:,}")
    base = arguments.repository_of(sources, project)
    page = project.page(place, text, base and Overlay(base, {place: text}))
    if rules is not None and not how.select:
        return contents_of(page)
    return contents_of(page, [type(rule) for rule in project.selection(how.select).rules_of([place])])
