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

    path: str
    rule: str
    message_id: str | None = None
    arguments: dict[str, str | int | list[str]] = {}
    reason: str = ""
    expires: date | None = None


class ClaimLimits(SettingsTable, frozen=True):
    """The shares of claims, from 0 to 1, below which `doclint claims` fails."""

    min_holding: Annotated[_Share | None, Meta(examples=[0.95])] = None
    min_checked: Annotated[_Share | None, Meta(examples=[0.5])] = None


class FolderConfig(SettingsTable, frozen=True):
    """The settings that a configuration file in any folder can have, for the pages in the folder and below."""

    root: Annotated[bool, Meta(examples=[True])] = False
    extend: Annotated[str | None, Meta(examples=["tools/doclint-base.toml"])] = None
    ignore: Annotated[list[str], Meta(examples=[["function-word-as-identifier"]])] = []
    severity: Annotated[dict[str, Severity], Meta(examples=[{"links": "warning"}])] = {}
    per_file_ignores: Annotated[dict[str, list[str]], Meta(examples=[{"/docs/archive/": ["links"]}])] = {}
    rules: Annotated[dict[str, dict[str, Any]], Meta(examples=[{"broken-link": {"allow": ["api/*.html"]}}])] = {}


class Config(FolderConfig, frozen=True):
    """The settings that the configuration file of the root can have. Paths and patterns are relative to the root."""

    select: Annotated[list[str] | None, Meta(examples=[["links", "mojibake"]])] = None
    extend_select: Annotated[list[str], Meta(examples=[["untidy-whitespace"]])] = []
    exclude: Annotated[list[str], Meta(examples=[["docs/archive/", "!third_party/our-fork/"]])] = []
    default_exclude: Annotated[bool, Meta(examples=[False])] = True
    respect_gitignore: Annotated[bool, Meta(examples=[False])] = True
    formats: Annotated[list[str], Meta(examples=[["docs/our-pages.toml"]])] = []
    ignore_formats: Annotated[list[str], Meta(examples=[["lazydocs"]])] = []
    baseline: Annotated[str | None, Meta(examples=["doclint-baseline.json"])] = None
    fail_on: Annotated[Severity, Meta(examples=["warning"])] = "info"
    brake: Annotated[bool, Meta(examples=[False])] = True
    output_format: Annotated[str, Meta(examples=["grouped"])] = "text"
    rule_pages: Annotated[
        Annotated[str, Checked(address_of_rules)] | None, Meta(examples=["https://example.org/rules/{rule}"])
    ] = None
    docs_roots: Annotated[list[Annotated[str, Checked(_inner_folder)]] | None, Meta(examples=[["docs", "wiki"]])] = None
    site: Annotated[str | dict[str, str] | None, Meta(examples=["none", {"docs": "mkdocs", "docs/old": "none"}])] = None
    project: Annotated[str | None, Meta(examples=["Orchard"])] = None
    local_rules: Annotated[list[str], Meta(examples=[["tools/rules.py", "tools/words.toml"]])] = []
    limits: Limits = LIMITS
    claims: ClaimLimits = ClaimLimits()
    suppress: Annotated[
        list[SuppressEntry],
        Meta(examples=[[{"path": "/docs/generated/*", "rule": "broken-link", "reason": "a build makes the targets"}]]),
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
