from collections.abc import Iterator, Mapping

from doclint import Invalid, Message, Page, RelatedLines, Repository, RepositoryRule, Valid, Violation
from doclint.kit import is_about_history, misspelled_word
from doclint.packages.manifests import Distribution, distributions, normal
from doclint.page.wanted_extras import wanted_extras

from ._developers import is_about_this_repository
from ._stale import is_about_another_time

_FILES = {"pyproject.toml": '[project]\nname = "shop"\n[project.optional-dependencies]\ndev = []\ndata_frames = []\n'}


class UnknownExtra(RepositoryRule):
    """A page installs the package of this repository with an extra that it does not have: `pip install shop[tests]`.

    The installer warns and goes on without what the extra should bring, so that the next command fails.

    The rule reads commands in code that install a distribution by its name, on all pages, and the project itself
    (`pip install -e '.[dev]'`) on pages for those who work on the repository, if that has only one project. The extras
    are those of `pyproject.toml`. It is silent where a build may add some: `dynamic` names them, or `setup.py` or
    `setup.cfg` beside it has `extras_require`. A group of `[dependency-groups]` is not an extra.
    """

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
            files=_FILES,
            lines=(1, 4, 5),
            fixed="Install `shop[data-frame]`: `pip install shop[data_frames,Data_Frames]`.\n\n"
            "```sh\npython -m pip install -e '.[dev, tests]'\nuv add 'Shop[all]>=2'\n```\n",
        ),
        Valid(
            "`pip install shop[dev]`, `pip install uvicorn[all]`, `pip install other/shop[x]`, pip install shop[x]\n",
            "README.md",
            files=_FILES,
        ),
        Valid(
            "`pip install .[all]`\n",
            "README.md",
            files={**_FILES, "sdk/pyproject.toml": '[tool.poetry]\nname = "sdk"\n'},
        ),
        Valid("`pip install shop[all]`\n", files={**_FILES, "setup.py": "setup(extras_require=EXTRAS)\n"}),
        Valid(
            "`pip install shop[all]`\n",
            files={"pyproject.toml": '[project]\nname = "shop"\ndynamic = ["optional-dependencies"]\n'},
        ),
        Valid("`pip install shop[all]`\n", files={**_FILES, "old/pyproject.toml": _FILES["pyproject.toml"]}),
        Valid("# Changes\n\n## 1.2.0\n\nRemoved `pip install shop[all]`.\n", "CHANGELOG.md", files=_FILES),
    )

    def check_repository(self, page: Page, repository: Repository) -> Iterator[Violation]:
        for wanted in wanted_extras(page):
            package, found = _distribution(page, repository.remembered(distributions), wanted.distribution)
            if found is None or found.extras is None:
                continue
            if is_about_another_time(page, wanted.span) or is_about_history(page, wanted.span.start):
                continue
            known = {normal(extra): extra for extra in found.extras}
            if normal(wanted.name) in known:
                page.claim("requirement", wanted.span, related=(RelatedLines(found.path),))
                continue
            suggestion = known.get(misspelled_word(normal(wanted.name), list(known)) or "")
            yield Violation(
                wanted.span,
                "extra",
                fix=page.replace(wanted.span, suggestion, safe=False) if suggestion else None,
                extra=wanted.name,
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
