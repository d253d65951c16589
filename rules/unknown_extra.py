from collections.abc import Iterator, Mapping

from doclint import Invalid, Message, Page, RelatedLines, Repository, RepositoryRule, Span, Valid, Violation
from doclint.kit import Places, expression, is_about_history, misspelled_word
from doclint.packages.extras import Distribution, distributions, normal

from ._developers import is_about_this_repository
from ._stale import is_about_another_time

_INSTALL = expression(r"\b(?:pip3?|pipx|uv|uvx|poetry|pdm)\b[^\n]{0,100}?\b(?:install|add|run)\b(?P<rest>[^\n]{0,300})")
_WANTED = expression(
    r"(?<![\w./:-])(?P<name>[A-Za-z][\w.-]*+|\.)\[(?P<extras>[A-Za-z][\w.-]*+(?:[ ]?,[ ]?[A-Za-z][\w.-]*+)*+)\]"
)
_WORD = expression(r"[\w.-]++")
_HINTS = ("pip", "uv ", "poetry add", "pdm add")
_PROJECT = '[project]\nname = "shop"\n[project.optional-dependencies]\ndev = []\ndata_frames = []\n'


class UnknownExtra(RepositoryRule):
    """A page installs the package of this repository with an extra that it does not have: `pip install shop[tests]`.

    The installer warns and goes on without what the extra should bring, so that the next command fails.

    The rule reads commands in code that install a distribution by its name, on all pages, and the project itself
    (`pip install -e '.[dev]'`) on pages for those who work on the repository, if that has only one project. The extras
    are those of `pyproject.toml`. It is silent where a build may add some: `dynamic` names them, or `setup.py` or
    `setup.cfg` beside it has `extras_require`. A group of `[dependency-groups]` is not an extra.
    """

    id = "unknown-extra"
    family = "paths"
    severity = "warning"
    profile = "strict"
    claims = "requirement"
    covers = ("J22",)
    remedy = "Name an extra that `pyproject.toml` has, or leave it out."
    messages = {
        "extra": Message(
            "`{extra}` is not an extra of `{package}` ({manifest})[; did you mean `{suggestion}`?]",
            key=("package", "extra"),
        ),
    }
    examples = (
        Invalid(
            "Install `shop[data-frame]`: `pip install shop[data-frame,Data_Frames]`.\n\n"
            "```sh\npython -m pip install -e '.[dev, tests]'\nuv add 'Shop[all]>=2'\n```\n",
            "README.md",
            files={"pyproject.toml": _PROJECT},
            lines=(1, 4, 5),
            fixed="Install `shop[data-frame]`: `pip install shop[data_frames,Data_Frames]`.\n\n"
            "```sh\npython -m pip install -e '.[dev, tests]'\nuv add 'Shop[all]>=2'\n```\n",
        ),
        Valid(
            "`pip install shop[dev]`, `pip install uvicorn[all]`, `pip install other/shop[x]`, pip install shop[x]\n",
            "README.md",
            files={"pyproject.toml": _PROJECT},
        ),
        Valid(
            "`pip install .[all]`\n",
            "README.md",
            files={"pyproject.toml": _PROJECT, "sdk/pyproject.toml": '[tool.poetry]\nname = "sdk"\n'},
        ),
        Valid(
            "`pip install shop[all]`\n",
            files={"pyproject.toml": _PROJECT, "setup.py": "setup(extras_require=EXTRAS)\n"},
        ),
        Valid(
            "`pip install shop[all]`\n",
            files={"pyproject.toml": '[project]\nname = "shop"\ndynamic = ["optional-dependencies"]\n'},
        ),
        Valid("`pip install shop[all]`\n", files={"pyproject.toml": _PROJECT, "old/pyproject.toml": _PROJECT}),
        Valid(
            "# Changes\n\n## 1.2.0\n\nRemoved `pip install shop[all]`.\n",
            "CHANGELOG.md",
            files={"pyproject.toml": _PROJECT},
        ),
    )

    def check_repository(self, page: Page, repository: Repository) -> Iterator[Violation]:
        if not any(hint in page.source.text for hint in _HINTS):
            return
        code = page.remembered(_code)
        for install in _INSTALL.finditer(page.source.text):
            for wanted in _WANTED.finditer(page.source.text, *install.span("rest")):
                if code.meet(Span(*wanted.span())):
                    yield from self._check(page, repository, wanted["name"], Span(*wanted.span("extras")))

    def _check(self, page: Page, repository: Repository, name: str, extras: Span) -> Iterator[Violation]:
        package, found = _distribution(page, repository.remembered(distributions), name)
        if found is None or found.extras is None or is_about_another_time(page, extras):
            return
        if is_about_history(page, extras.start):
            return
        known = {normal(extra): extra for extra in found.extras}
        for word in _WORD.finditer(page.text(extras)):
            span = Span(extras.start + word.start(), extras.start + word.end())
            if normal(word[0]) in known:
                page.claim("requirement", span, related=(RelatedLines(found.path),))
                continue
            suggestion = known.get(misspelled_word(normal(word[0]), list(known)) or "")
            yield Violation(
                span,
                "extra",
                fix=page.replace(span, suggestion, safe=False) if suggestion else None,
                extra=word[0],
                package=package,
                manifest=found.path,
                suggestion=suggestion,
            )


def _distribution(page: Page, known: Mapping[str, Distribution], name: str) -> tuple[str, Distribution | None]:
    """Return the name of what a command installs and its distribution; None if that is not one of this repository."""
    if name != ".":
        return name, known.get(normal(name))
    if len(known) != 1 or not is_about_this_repository(page):
        return name, None
    return next(iter(known.items()))


def _code(page: Page) -> Places:
    """Return the places of the code of a page."""
    return Places(one.span for several in (page.document.code_spans, page.document.code_blocks) for one in several)
