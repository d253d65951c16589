"""Pages for programs: text in, typed contents out."""

from collections.abc import Sequence

from doclint.api import arguments
from doclint.api.arguments import ConfigLike, FormatLike, Sources, Text
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
    sources: Sources = None,
) -> PageContents:
    r"""Return what doclint reads on a page: its kind, its subject, its symbols, sections, links and so on.

    The arguments are those of `lint_text`. `path` decides, with the title, the sections and the footer, which kind of
    which format the page is of. Raises UsageError if the page has more bytes than the configuration's
    `limits.file-bytes`.

    >>> page = read_page("# Documentation: `app.py`\n\n## File Purpose\n", path="docs/app.py_docs.md")
    >>> page.kind, page.subject.path, [(section.key, section.line) for section in page.sections]
    ('file-docs', 'app.py', [('file-purpose', 3)])
    """
    size = len(arguments.data_of(text, "`text`"))
    place = arguments.place_of(path, "`path`")
    project = arguments.settled(config, format, None).project
    most = project.settings.config.limits.file_bytes
    if size > most:
        raise UsageError(f"`text` has {size:,} bytes, and `limits.file-bytes` is {most:,}")
    base = arguments.repository_of(sources, project)
    return contents_of(project.page(place, text, base and Overlay(base, {place: text})))
