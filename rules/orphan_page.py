from collections.abc import Iterator
from posixpath import basename, dirname

from doclint import Invalid, Message, Page, Repository, RepositoryRule, Valid, Violation
from doclint.kit import is_about_docs, is_below, schema
from doclint.page.folder import has_sources
from doclint.source.symbols import PROVIDED

from ._pages import MODELS, Start, file_of, file_page, format_in, index_page
from ._places import title_of
from ._provider_pages import generated_page, provider

_MODULES = format_in("orphan_page")


def _modules(*names: str) -> Start:
    """Return the first arguments of an example: a page about two modules, its path, no options, some modules."""
    files: dict[str, str | bytes] = {f"src/fruit/{name}.py": "" for name in names}
    return "## Module `apple`\n\n## Module `pear`\n", "docs/fruit_api.md", {}, files


class OrphanPage(RepositoryRule):
    """The file or folder that a page or a section describes does not exist.

    It was deleted or renamed, and the generator left its page. Search still finds the page, and the reader looks for
    code that is gone.

    For pages of a kind with `source`, and for sections with one, the rule looks for the files that the templates name,
    in folders that have other files of their type, unless another folder has such a file. For types of a Terraform
    provider, it looks for their names in the sources in Go. For all others, it runs only if the repository has the
    sources around the described path. It ignores files that `.gitignore` excludes, because a build may make them.
    `page-about-page` reports pages about generated pages.
    """

    family = "corpus"
    severity = "warning"
    reads = {"kind.source", "section.source", "subject", "symbol"}
    covers = ("I05",)
    remedy = "On each run, delete the pages whose source no longer exists."
    messages = {
        "file": Message("The page describes the file `{subject}`, which does not exist; delete the page"),
        "folder": Message("The page describes the folder `{subject}`, which does not exist; delete the page"),
        "source": Message("The page describes `{name}`, but there is no file `{path}`; delete the page", key=("name",)),
        "type": Message(
            "The page describes the {what} `{name}`, but no source of the provider registers it[; did you mean "
            "`{suggestion}`?]",
            key=("name",),
        ),
        "section": Message(
            "The section describes `{name}`, but there is no file `{path}`; delete the section", key=("name",)
        ),
    }
    examples = (
        Invalid(file_page("src/gone.py", "Text.\n"), "docs/src/gone.py_docs.md", files={"src/a.py": ""}, lines=(1,)),
        Invalid(file_page("src/old/a.py", "Text.\n"), "docs/src/old/a.py_docs.md", files={"src/b.py": ""}, lines=(1,)),
        Invalid(
            file_page("setup.py", "Text.\n"),
            "docs/setup.py_docs.md",
            files={"setup.cfg": "", "docs/setup.cfg_docs.md": ""},
            lines=(1,),
        ),
        Invalid(index_page("src/old"), "docs/src/old/index.md", files={"src/b.py": ""}, lines=(1,)),
        Valid(*file_of("src/a.py", "Text.\n", "")),
        Valid(file_page("src/a.py", "Text.\n"), "docs/src/a.py_docs.md", files={"README.md": ""}),
        Valid(
            file_page("src/made.py", "Text.\n"),
            "docs/src/made.py_docs.md",
            files={"src/a.py": "", "src/.gitignore": "made.py\n"},
        ),
        Invalid(
            "# Pear\n",
            "docs/Pear.md",
            files={"src/models/apple.py": "class Apple: ..."},
            format=MODELS,
            lines={1: "source"},
        ),
        Invalid(
            generated_page("chair"),
            "docs/resources/chair.md",
            files=provider("basket", "order", "till"),
            lines={1: "type"},
        ),
        Valid(generated_page("chair"), "docs/resources/chair.md", files=provider("basket")),
        Valid("# Pear\n", "docs/Pear.md", files={"src/models/pear.py": "class Pear: ..."}, format=MODELS),
        Valid("# Pear\n", "docs/Pear.md", files={"src/apple.py": "class Apple: ..."}, format=MODELS),
        Invalid(*_modules("apple"), format=_MODULES, lines={3: "section"}),
        Valid(*_modules("apple", "pear"), format=_MODULES),
        Valid(file_page("docs/a.py_kw.md", "Text.\n"), "docs/docs/a.py_kw.md_docs.md", files={"a.py": ""}),
        Valid(
            "# Pear\n",
            "docs/Pear.md",
            files={"src/models/apple.py": "class Apple: ...", "lib/shop/models/pear.py": "class Pear: ..."},
            format=MODELS,
        ),
    )

    def check_repository(self, page: Page, repository: Repository) -> Iterator[Violation]:
        subject = page.subject
        if page.documented:
            yield from _sections_without_source(page, repository)
            yield from _of_unregistered(page, repository)
        if page.kind is not None and page.kind.source:
            yield from _without_source(page, repository)
            return
        if subject is None or not subject.path or page.format is None or is_about_docs(page):
            return
        path = subject.path
        exists = repository.is_folder(path) if subject.is_folder else repository.exists(path)
        if not exists and _has_sources_around(path, page.format, repository) and not repository.is_ignored(path):
            yield Violation(title_of(page), "folder" if subject.is_folder else "file", subject=path)


def _without_source(page: Page, repository: Repository) -> Iterator[Violation]:
    """Yield that a page has no source, if its kind says where the source would be."""
    from doclint.page.page_source import absent_source

    path = absent_source(page.parsed, repository)
    if path is not None:
        described = [one.name.text for one in page.documented[:1]] or [basename(page.path)]
        yield Violation(title_of(page), "source", name=described[0], path=path)


def _sections_without_source(page: Page, repository: Repository) -> Iterator[Violation]:
    """Yield the sections whose sources are gone, where the format names a source of their own."""
    from doclint.page.page_source import absent_sources

    for symbol, path in absent_sources(page.parsed, repository):
        yield Violation(symbol.span, "section", name=symbol.name.text, path=path)


def _of_unregistered(page: Page, repository: Repository) -> Iterator[Violation]:
    """Yield that a page is about a type that the Terraform provider does not have."""
    symbol = page.documented[0]
    if symbol.kinds[0] in PROVIDED:
        from doclint.packages.terraform_provider import is_unregistered, nearest_type

        if is_unregistered(repository, symbol.kinds[0], symbol.name.text):
            what = symbol.kinds[0].replace("-", " ")
            near = nearest_type(repository, symbol.kinds[0], symbol.name.text)
            yield Violation(title_of(page), "type", what=what, name=symbol.name.text, suggestion=near)


def _has_sources_around(path: str, format_: "schema.Format", repository: Repository) -> bool:
    """Whether the nearest existing folder above a path has sources, and not only pages."""
    folder = dirname(path)
    while folder and repository.listing(folder) is None:
        folder = dirname(folder)
    return not is_below(format_.docs_folder, folder) if folder else has_sources(format_, repository)
