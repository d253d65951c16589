"""The schema of the configuration: the keys of `doclint.toml`, and of `[tool.doclint]` in `pyproject.toml`."""

from collections.abc import Iterator
from datetime import date
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, Field, ValidationError
from pydantic.fields import FieldInfo

from doclint.errors.tables import table
from doclint.errors.validation import Mistake, SettingsTable, all_mistakes
from doclint.page.limits import LIMITS, Limits
from doclint.rule.message import Severity

_LONGEST_ADDRESS = 1_000  # characters


def _inner_folder(path: str) -> str:
    if path.startswith("/") or ".." in path.split("/"):
        raise ValueError("it must be a folder below the root")
    return path


def address_of_rules(address: str) -> str:
    """Return the address of the manuals of rules. Raises ValueError if it cannot be one, and says why."""
    if not address.startswith(("https://", "http://")) or "{rule}" not in address:
        raise ValueError("it must be an address with `{rule}`, such as `https://example.org/rules/{rule}`")
    if not address.isprintable() or " " in address:
        raise ValueError("an address has no spaces and no control characters")
    if len(address) > _LONGEST_ADDRESS:  # it is in the report once for each finding
        raise ValueError(f"an address has at most {_LONGEST_ADDRESS:,} characters")
    return address


class SuppressEntry(SettingsTable):
    """An entry of `suppress`: findings that doclint does not report. A finding must match all keys of the entry."""

    path: str = Field(description="The pages, as a pattern in the syntax of .gitignore, relative to the root.")
    rule: str = Field(description="The id or the family of the rule.")
    message_id: str | None = Field(default=None, description="The id of the message, as in the JSON report.")
    arguments: dict[str, str | int | list[str]] = Field(
        default={}, description="Arguments of the message, as in the JSON report."
    )
    reason: str = Field(default="", description="The reason, for people.")
    expires: date | None = Field(default=None, description="The last day on which the entry applies.")


class ClaimLimits(SettingsTable):
    """The shares of claims, from 0 to 1, below which `doclint claims` fails."""

    min_holding: Annotated[float, Field(ge=0, le=1)] | None = Field(
        default=None, examples=[0.95], description="The least share of the checked claims that must hold."
    )
    min_checked: Annotated[float, Field(ge=0, le=1)] | None = Field(
        default=None, examples=[0.5], description="The least share of all claims that doclint must be able to check."
    )


class FolderConfig(SettingsTable):
    """The settings that a configuration file in any folder can have, for the pages in the folder and below."""

    root: bool = Field(
        default=False,
        examples=[True],
        description="Whether this folder is a root: doclint then ignores the configurations of the folders above.",
    )
    extend: str | None = Field(
        default=None,
        examples=["tools/doclint-base.toml"],
        description="Another configuration file, relative to this one, whose settings come first.",
    )
    ignore: list[str] = Field(
        default=[], examples=[["function-word-as-identifier"]], description="Rules not to run, by id or family."
    )
    severity: dict[str, Severity] = Field(
        default={},
        examples=[{"links": "warning"}],
        description="Severities that replace those of the rules, by id or family.",
    )
    per_file_ignores: dict[str, list[str]] = Field(
        default={},
        examples=[{"/docs/archive/": ["links"]}],
        description="Rules not to run on some pages, by id or family, for each pattern of pages.",
    )
    rules: dict[str, dict[str, Any]] = Field(
        default={},
        examples=[{"broken-link": {"allow": ["api/*.html"]}}],
        description="Options of rules, by the id of the rule.",
    )


class Config(FolderConfig):
    """The settings that the configuration file of the root can have. Paths and patterns are relative to the root."""

    select: list[str] | None = Field(
        default=None,
        examples=[["links", "mojibake"]],
        description="Rules to run, by id, family or profile; by default, those of the profile `default`.",
    )
    extend_select: list[str] = Field(
        default=[],
        examples=[["untidy-whitespace"]],
        description="Further rules to run, by id, family or profile.",
    )
    exclude: list[str] = Field(
        default=[],
        examples=[["docs/archive/", "!third_party/our-fork/"]],
        description="Patterns of files and folders that doclint does not check; `!` brings back what is left out by "
        "default.",
    )
    default_exclude: bool = Field(
        default=True,
        examples=[False],
        description="Whether doclint leaves out what is not documentation: vendored folders, test fixtures, templates.",
    )
    respect_gitignore: bool = Field(
        default=True,
        examples=[False],
        description="Whether doclint, when it searches a folder, skips what `.gitignore` files exclude, and follows no "
        "symbolic link to it.",
    )
    formats: list[str] = Field(
        default=[], examples=[["docs/our-pages.toml"]], description="Files that describe further formats of pages."
    )
    ignore_formats: list[str] = Field(
        default=[],
        examples=[["lazydocs"]],
        description="Built-in formats whose pages doclint checks as pages of no format, by name.",
    )
    baseline: str | None = Field(
        default=None,
        examples=["doclint-baseline.json"],
        description="The file of known findings; doclint reports only findings that are not in it.",
    )
    fail_on: Severity = Field(
        default="info",
        examples=["warning"],
        description="The lowest severity of a finding for which the exit code of `doclint check` is 1.",
    )
    brake: bool = Field(
        default=True,
        examples=[False],
        description="Whether doclint holds findings back, and shows a notice instead, where something that it assumes "
        "of the repository is probably wrong.",
    )
    output_format: str = Field(
        default="text",
        examples=["grouped"],
        description="How `doclint check` reports on standard output, if no option says how.",
    )
    rule_pages: Annotated[str, AfterValidator(address_of_rules)] | None = Field(
        default=None,
        examples=["https://example.org/rules/{rule}"],
        description="The address of the manuals of rules on the web, with `{rule}` in the place of the id; reports "
        "link to them. By default, the rules that come with doclint have theirs in its documentation.",
    )
    docs_roots: list[Annotated[str, AfterValidator(_inner_folder)]] | None = Field(
        default=None,
        examples=[["docs", "wiki"]],
        description="Folders with generated pages; by default, the folder that each format names.",
    )
    site: str | dict[str, str] | None = Field(
        default=None,
        examples=["none", {"docs": "mkdocs", "docs/old": "none"}],
        description="The generator that builds a site of the pages, or `none`; or a table of generators by folder. By "
        "default, doclint looks for the configuration of a generator.",
    )
    project: str | None = Field(
        default=None,
        examples=["Orchard"],
        description="The name of the project on its pages; by default, the one that a page uses most.",
    )
    local_rules: list[str] = Field(
        default=[],
        examples=[["tools/rules.py", "tools/words.toml"]],
        description="Files with rules of this repository: Python modules, and word lists in TOML.",
    )
    limits: Limits = Field(
        default=LIMITS, description="How much doclint reads; a finding reports anything that it leaves out."
    )
    claims: ClaimLimits = Field(
        default=ClaimLimits(), description="What `doclint claims` asks of the claims on the pages."
    )
    suppress: list[SuppressEntry] = Field(
        default=[],
        examples=[[{"path": "/docs/generated/*", "rule": "broken-link", "reason": "a build makes the targets"}]],
        description="Findings not to report, for pages that lose their comments when they are regenerated.",
    )


def keys() -> Iterator[tuple[tuple[str, ...], FieldInfo]]:
    """Yield every key that a configuration can have, as a tuple of its parts, with the field that defines it."""
    for name, field in Config.model_fields.items():
        key = field.alias or name
        if isinstance(field.default, BaseModel):
            yield from (((key, one.alias or part), one) for part, one in type(field.default).model_fields.items())
        else:
            yield (key,), field


def mistakes_of(error: ValidationError, model: type[FolderConfig]) -> list[Mistake]:
    """Return what pydantic found in a table of settings, which may be that of a folder; what explains most first."""
    only_root = {field.alias for field in Config.model_fields.values()}
    only_root -= {field.alias for field in model.model_fields.values()}
    elsewhere = table("doclint.config", "settings_elsewhere")
    meant = {key: f"`{key}` can only be set in the configuration of the root" for key in only_root}
    meant |= {key: f"there is no setting `{key}`: {text}" for key, text in elsewhere.items()}
    found = all_mistakes(error, model)
    return [
        Mistake(one.path, meant[one.path[0]]) if one.path[0] in meant and len(one.path) == 1 else one for one in found
    ]
