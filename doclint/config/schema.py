"""The schema of the configuration: the keys of `doclint.toml`, and of `[tool.doclint]` in `pyproject.toml`."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Annotated, Any

from msgspec import Meta

from doclint.errors.settings_table import Checked, Setting, SettingsTable, settings_of
from doclint.errors.tables import table
from doclint.errors.validation import Mistake
from doclint.page.limits import LIMITS, Limits
from doclint.rule.message import Severity

_LONGEST_ADDRESS = 1_000  # characters
_Share = Annotated[float, Meta(ge=0, le=1)]


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


class SuppressEntry(SettingsTable, frozen=True):
    """An entry of `suppress`: findings that doclint does not report. A finding must match all keys of the entry."""

    path: Annotated[str, Meta(description="The pages, as a pattern in the syntax of .gitignore, relative to the root.")]
    rule: Annotated[str, Meta(description="The id or the family of the rule.")]
    message_id: Annotated[str | None, Meta(description="The id of the message, as in the JSON report.")] = None
    arguments: Annotated[
        dict[str, str | int | list[str]], Meta(description="Arguments of the message, as in the JSON report.")
    ] = {}
    reason: Annotated[str, Meta(description="The reason, for people.")] = ""
    expires: Annotated[date | None, Meta(description="The last day on which the entry applies.")] = None


class ClaimLimits(SettingsTable, frozen=True):
    """The shares of claims, from 0 to 1, below which `doclint claims` fails."""

    min_holding: Annotated[
        _Share | None, Meta(examples=[0.95], description="The least share of the checked claims that must hold.")
    ] = None
    min_checked: Annotated[
        _Share | None,
        Meta(examples=[0.5], description="The least share of all claims that doclint must be able to check."),
    ] = None


class FolderConfig(SettingsTable, frozen=True):
    """The settings that a configuration file in any folder can have, for the pages in the folder and below."""

    root: Annotated[
        bool,
        Meta(
            examples=[True],
            description="Whether this folder is a root: doclint then ignores the configurations of the folders above.",
        ),
    ] = False
    extend: Annotated[
        str | None,
        Meta(
            examples=["tools/doclint-base.toml"],
            description="Another configuration file, relative to this one, whose settings come first.",
        ),
    ] = None
    ignore: Annotated[
        list[str], Meta(examples=[["function-word-as-identifier"]], description="Rules not to run, by id or family.")
    ] = []
    severity: Annotated[
        dict[str, Severity],
        Meta(
            examples=[{"links": "warning"}], description="Severities that replace those of the rules, by id or family."
        ),
    ] = {}
    per_file_ignores: Annotated[
        dict[str, list[str]],
        Meta(
            examples=[{"/docs/archive/": ["links"]}],
            description="Rules not to run on some pages, by id or family, for each pattern of pages.",
        ),
    ] = {}
    rules: Annotated[
        dict[str, dict[str, Any]],
        Meta(
            examples=[{"broken-link": {"allow": ["api/*.html"]}}],
            description="Options of rules, by the id of the rule.",
        ),
    ] = {}


class Config(FolderConfig, frozen=True):
    """The settings that the configuration file of the root can have. Paths and patterns are relative to the root."""

    select: Annotated[
        list[str] | None,
        Meta(
            examples=[["links", "mojibake"]],
            description="Rules to run, by id, family or profile; by default, those of the profile `default`.",
        ),
    ] = None
    extend_select: Annotated[
        list[str], Meta(examples=[["untidy-whitespace"]], description="Further rules to run, by id, family or profile.")
    ] = []
    exclude: Annotated[
        list[str],
        Meta(
            examples=[["docs/archive/", "!third_party/our-fork/"]],
            description="Patterns of files and folders that doclint does not check; `!` brings back what is left out "
            "by default.",
        ),
    ] = []
    default_exclude: Annotated[
        bool,
        Meta(
            examples=[False],
            description="Whether doclint leaves out what is not documentation: vendored folders, test fixtures, "
            "templates.",
        ),
    ] = True
    respect_gitignore: Annotated[
        bool,
        Meta(
            examples=[False],
            description="Whether doclint, when it searches a folder, skips what `.gitignore` files exclude, and "
            "follows no symbolic link to it.",
        ),
    ] = True
    formats: Annotated[
        list[str], Meta(examples=[["docs/our-pages.toml"]], description="Files that describe further formats of pages.")
    ] = []
    ignore_formats: Annotated[
        list[str],
        Meta(
            examples=[["lazydocs"]],
            description="Built-in formats whose pages doclint checks as pages of no format, by name.",
        ),
    ] = []
    baseline: Annotated[
        str | None,
        Meta(
            examples=["doclint-baseline.json"],
            description="The file of known findings; doclint reports only findings that are not in it.",
        ),
    ] = None
    fail_on: Annotated[
        Severity,
        Meta(
            examples=["warning"],
            description="The lowest severity of a finding for which the exit code of `doclint check` is 1.",
        ),
    ] = "info"
    brake: Annotated[
        bool,
        Meta(
            examples=[False],
            description="Whether doclint holds findings back, and shows a notice instead, where something that it "
            "assumes of the repository is probably wrong.",
        ),
    ] = True
    output_format: Annotated[
        str,
        Meta(
            examples=["grouped"], description="How `doclint check` reports on standard output, if no option says how."
        ),
    ] = "text"
    rule_pages: Annotated[
        Annotated[str, Checked(address_of_rules)] | None,
        Meta(
            examples=["https://example.org/rules/{rule}"],
            description="The address of the manuals of rules on the web, with `{rule}` in the place of the id; reports "
            "link to them. By default, the rules that come with doclint have theirs in its documentation.",
        ),
    ] = None
    docs_roots: Annotated[
        list[Annotated[str, Checked(_inner_folder)]] | None,
        Meta(
            examples=[["docs", "wiki"]],
            description="Folders with generated pages; by default, the folder that each format names.",
        ),
    ] = None
    site: Annotated[
        str | dict[str, str] | None,
        Meta(
            examples=["none", {"docs": "mkdocs", "docs/old": "none"}],
            description="The generator that builds a site of the pages, or `none`; or a table of generators by folder. "
            "By default, doclint looks for the configuration of a generator.",
        ),
    ] = None
    project: Annotated[
        str | None,
        Meta(
            examples=["Orchard"],
            description="The name of the project on its pages; by default, the one that a page uses most.",
        ),
    ] = None
    local_rules: Annotated[
        list[str],
        Meta(
            examples=[["tools/rules.py", "tools/words.toml"]],
            description="Files with rules of this repository: Python modules, and word lists in TOML.",
        ),
    ] = []
    limits: Annotated[
        Limits, Meta(description="How much doclint reads; a finding reports anything that it leaves out.")
    ] = LIMITS
    claims: Annotated[ClaimLimits, Meta(description="What `doclint claims` asks of the claims on the pages.")] = (
        ClaimLimits()
    )
    suppress: Annotated[
        list[SuppressEntry],
        Meta(
            examples=[[{"path": "/docs/generated/*", "rule": "broken-link", "reason": "a build makes the targets"}]],
            description="Findings not to report, for pages that lose their comments when they are regenerated.",
        ),
    ] = []

    def __post_init__(self) -> None:
        if self.rule_pages is not None:
            _ = address_of_rules(self.rule_pages)
        for folder in self.docs_roots or ():
            _ = _inner_folder(folder)


def keys() -> Iterator[tuple[tuple[str, ...], Setting]]:
    """Yield every key that a configuration can have, as a tuple of its parts, with its setting."""
    for setting in settings_of(Config):
        if isinstance(setting.default, SettingsTable):
            yield from (((setting.key, one.key), one) for one in settings_of(setting.default))
        else:
            yield (setting.key,), setting


def mistakes_of(settings: Mapping[str, Any], model: type[FolderConfig]) -> list[Mistake]:
    """Return what is wrong with a table of settings, which may be that of a folder; what explains most first."""
    from doclint.errors.models import table_mistakes

    only_root = set(Config.__struct_encode_fields__) - set(model.__struct_encode_fields__)
    elsewhere = table("doclint.config", "settings_elsewhere")
    meant = {key: f"`{key}` can only be set in the configuration of the root" for key in only_root}
    meant |= {key: f"there is no setting `{key}`: {text}" for key, text in elsewhere.items()}
    return [
        Mistake(one.path, meant[one.path[0]]) if len(one.path) == 1 and one.path[0] in meant else one
        for one in table_mistakes(settings, model)
    ]
