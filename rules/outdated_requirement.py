from collections.abc import Iterator

from msgspec import Struct

from doclint import Invalid, Message, Page, RelatedLines, Repository, RepositoryRule, Span, Valid, Violation
from doclint.kit import Places, expression, is_about_history
from doclint.packages.manifests import Keys, requirement, version_of

from ._developers import is_about_this_repository
from ._stale import bases_of, is_about_another_time


class _Subject(Struct, frozen=True):
    """A language or a framework: the manifest that states its version, and the keys of the range in it."""

    file: str
    keys: Keys


def _package(name: str) -> _Subject:
    return _Subject("package.json", (("peerDependencies", name), ("dependencies", name), ("devDependencies", name)))


_PYTHON = _Subject("pyproject.toml", (("project", "requires-python"), ("tool", "poetry", "dependencies", "python")))
_NODE = _Subject("package.json", (("engines", "node"),))
_GO = _Subject("go.mod", ())
_LANGUAGES = {
    "python": _PYTHON,
    "node": _NODE,
    "nodejs": _NODE,
    "node.js": _NODE,
    "go": _GO,
    "golang": _GO,
    "rust": _Subject("Cargo.toml", (("package", "rust-version"), ("workspace", "package", "rust-version"))),
}
_NAMED = {"angular": "@angular/core", "next.js": "next", "tailwind css": "tailwindcss", "vue.js": "vue"}
_ALIKE = "astro express nuxt react svelte typescript vite vue".split()
_FRAMEWORKS = {one: _package(_NAMED.get(one, one)) for one in (*_NAMED, *_ALIKE)}
# What may follow a version that is required: that of a feature is followed by its name.
_ENDS = (
    r"(?=[*`_]*+(?:[ \t]*+(?:\Z|[\n.,;:|()，。、；（）])|"
    r"[ ](?:and|app\w*|are|as|for|installed|is|project|required|with|作为)\b))"
)
_MINIMUM = expression(
    r"(?<![\w./-])(?P<name>Python|Node(?:\.?js)?|Go(?:lang)?|Rust)(?:[*`_]{1,2})?(?: ?\| ?|:? )(?:version )?[*`]{0,2}"
    r"(?P<least>(?:>=|≥) ?)?v?(?P<version>\d{1,2}(?:\.\d{1,3}){0,2}+)"
    r"(?(least)|(?:\+|[*`]* (?:or|and) (?:above|greater|higher|later|newer|up)\b| ?(?:及以上|以上|或更高)))" + _ENDS
)
_MAJOR = expression(
    r"(?<![\w./-])(?P<name>Angular|Astro|Express|Next\.js|Nuxt|React|Svelte|Tailwind CSS|TypeScript|Vite|Vue(?:\.js)?)"
    r"(?: v| )(?P<version>\d{1,2})(?:\.(?:\d{1,3}|x)){0,2}+\+?" + _ENDS
)
# What a line is about if it names the version of a feature, or of something else.
_OF_A_FEATURE = expression(
    r"(?i)\b(?:since|introduced|syntax|features?|dropped|back(?:ports?|wards?)|compat\w*|tested|docs?|documentation|"
    r"tutorials?|course|legacy|end.of.life|eol|upgrade|client|server|consumer|users? of)\b"
)
_AROUND = 120  # characters around a version
_PROJECT = {"pyproject.toml": '[project]\nrequires-python = ">=3.11"\n'}


class OutdatedRequirement(RepositoryRule):
    """A page asks for an older version of a language or a framework than the manifest of the project does.

    Readers who install that version get an error, or an untested setup; an agent writes code for it.

    The rule reads minimum versions of Python, Node.js, Go and Rust (`Python 3.9+`, `Node.js 18 or later`), and major
    versions of frameworks (`React 18`), on pages for those who work on the repository and in wikis that models write.
    It compares them with `pyproject.toml`, `package.json`, `go.mod` and `Cargo.toml` in the folder of the page or above
    it. A higher version is not reported, nor is one that any manifest of the repository allows.

    Versions in fences, versions of a feature ("since Python 3.8", `Go 1.24 tool directives`), and pages, sections and
    sentences about other times are ignored.
    """

    family = "paths"
    severity = "warning"
    profile = "strict"
    claims = "requirement"
    covers = ("J18",)
    remedy = "Take the version from the manifest, or leave it out."
    messages = {
        "minimum": Message(
            "The page asks for {name} {stated}, but `{manifest}` requires `{required}`", key=("name", "stated")
        ),
        "major": Message(
            "The page names {name} {stated}, but `{manifest}` depends on `{required}`", key=("name", "stated")
        ),
    }
    examples = (
        Invalid(
            "Install **Python 3.9+**, `Node.js 18 or later` and Go >= 1.21.\n\n| Rust | 1.70+ |\n| --- | --- |\n",
            "CONTRIBUTING.md",
            files={
                "pyproject.toml": '[project]\nrequires-python = ">=3.11,<4"\n',
                "package.json": '{"engines": {"node": "^20.1 || >=22"}}',
                "go.mod": "module shop\n\ngo 1.23\n",
                "Cargo.toml": '[package]\nrust-version = "1.85"\n',
            },
            lines={1: ("minimum", "minimum", "minimum"), 3: "minimum"},
            fixed="Install **Python 3.11+**, `Node.js 20 or later` and Go >= 1.23.\n\n"
            "| Rust | 1.85+ |\n| --- | --- |\n",
        ),
        Invalid(
            "The web app uses React 18, Vue 3 and Next.js 14 (App Router).\n",
            "web/AGENTS.md",
            files={"web/package.json": '{"dependencies": {"react": "^19.1.0", "next": "~15.2", "vue": "latest"}}'},
            lines={1: ("major", "major")},
        ),
        Valid("Python 3.11+\n", "CONTRIBUTING.md", files=_PROJECT),
        Valid(
            "Install Python 3.11+ or Python 3.12 or later. Use Python 3.9+ syntax. React 18/19 do.\n\n"
            "React 18 does.\n\n"
            "It has had types since Python 3.6+. Python 3+ is fine.\n\n```text\nPython 3.8+\n```\n",
            "README.md",
            files={
                "pyproject.toml": '[tool.poetry.dependencies]\npython = "^3.11"\n',
                "package.json": '{"dependencies": {"react": "^19"}, "peerDependencies": {"react": ">=18"}}',
            },
        ),
        Valid(
            "Install Python 3.9+.\n",
            "README.md",
            files={**_PROJECT, "sdk/pyproject.toml": '[project]\nrequires-python = ">=3.9"\n'},
        ),
        Valid(
            "# Changes\n\n## 1.2.0\n\nInstall Python 3.9+.\n\n## Use\n\nIt was Python 3.9+.\n",
            "README.md",
            files=_PROJECT,
        ),
        Valid("Python 3.9+\n", "docs/a.md", files=_PROJECT),
    )

    def check_repository(self, page: Page, repository: Repository) -> Iterator[Violation]:
        if not is_about_this_repository(page):
            return
        for message, pattern, subjects in (("minimum", _MINIMUM, _LANGUAGES), ("major", _MAJOR, _FRAMEWORKS)):
            for match in pattern.finditer(page.source.text):
                subject, stated = subjects[match["name"].lower()], version_of(match["version"])
                is_too_short = message == "minimum" and subject is not _NODE and len(stated) == 1
                found = requirement(repository, bases_of(page), subject.file, subject.keys)
                span = Span(match.start("version"), match.end("version"))
                if found is None or is_too_short or _is_of_something_else(page, span):
                    continue
                if found.lowest[: len(stated)] <= stated:
                    page.claim("requirement", span, related=(RelatedLines(found.path),))
                    continue
                new = ".".join(map(str, found.lowest[: max(len(stated), 1 if subject is _NODE else 2)]))
                yield Violation(
                    span,
                    message,
                    reason=match["name"],
                    fix=page.replace(span, new, safe=False) if message == "minimum" else None,
                    name=match["name"],
                    stated=match["version"],
                    manifest=found.path,
                    required=found.written,
                )


def _is_of_something_else(page: Page, span: Span) -> bool:
    """Whether a version is that of a feature, is part of an example, or was once required."""
    around = page.source.text[max(0, span.start - _AROUND) : span.end + _AROUND]
    return (
        page.remembered(_fences).meet(span)
        or _OF_A_FEATURE.search(around) is not None
        or is_about_another_time(page, span)
        or is_about_history(page, span.start)
    )


def _fences(page: Page) -> Places:
    return Places(block.span for block in page.document.code_blocks)
