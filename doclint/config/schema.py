"""What a configuration can say: the keys of `doclint.toml`, and of `[tool.doclint]` in `pyproject.toml`."""

from collections.abc import Iterator
from datetime import date
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic.fields import FieldInfo

from doclint.errors.validation import kebab
from doclint.page.limits import LIMITS, Limits
from doclint.rule.rule import Severity


def _inner_folder(path: str) -> str:
    if path.startswith("/") or ".." in path.split("/"):
        raise ValueError("it should be a folder below the root")
    return path


class _Table(BaseModel):
    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        strict=True,
        defer_build=True,
        alias_generator=kebab,
        validate_by_name=True,
        validate_by_alias=True,
    )


class Suppression(_Table):
    """Findings that are not reported. All that is said of them has to be so."""

    path: str = Field(description="The pages, as a pattern in the syntax of .gitignore, from the root.")
    rule: str = Field(description="The id or the family of the rule.")
    message_id: str | None = Field(default=None, description="The id of the message, as the JSON report has it.")
    arguments: dict[str, str | int | list[str]] = Field(
        default={}, description="Arguments of the message, as the JSON report has them."
    )
    reason: str = Field(default="", description="Why; for people.")
    expires: date | None = Field(default=None, description="The last day on which it holds.")


class FolderConfig(_Table):
    """What the configuration of any folder can say of the pages in it and below."""

    root: bool = Field(
        default=False, description="Whether this folder is a root: nothing that stands further up holds for it."
    )
    extend: str | None = Field(
        default=None, description="A file, from the folder of this one, whose settings come before those of this one."
    )
    ignore: list[str] = Field(default=[], description="Rules not to run, by id or family.")
    severity: dict[str, Severity] = Field(
        default={}, description="Severities in place of those of the rules, by the id or family of the rule."
    )
    per_file_ignores: dict[str, list[str]] = Field(
        default={},
        description="Rules not to run on some pages: ids or families, by a pattern in the syntax of .gitignore.",
    )
    rules: dict[str, dict[str, Any]] = Field(default={}, description="Options of rules, by the id of the rule.")


class Config(FolderConfig):
    """What the configuration of the root can say. Paths and patterns are relative to the root."""

    select: list[str] | None = Field(
        default=None, description="Rules to run, by id, family or profile. By default those of the profile `default`."
    )
    exclude: list[str] = Field(
        default=[], description="Files and folders that are never read, as patterns in the syntax of .gitignore."
    )
    respect_gitignore: bool = Field(
        default=True, description="Whether what `.gitignore` files name is left out of the folders that are searched."
    )
    formats: list[str] = Field(default=[], description="Files that describe further formats.")
    baseline: str | None = Field(
        default=None, description="File of the findings that are known: only others are reported."
    )
    docs_roots: list[Annotated[str, AfterValidator(_inner_folder)]] | None = Field(
        default=None, description="Folders that generated pages lie in. By default what each format says."
    )
    project: str | None = Field(
        default=None, description="How pages should call the project. By default as each page mostly does."
    )
    local_rules: list[str] = Field(
        default=[], description="Rules of this repository: Python files, and lists of words as TOML files."
    )
    limits: Limits = Field(default=LIMITS, description="How much is looked at; a finding says what is left out.")
    suppress: list[Suppression] = Field(
        default=[], description="Findings that are not reported, on pages where a comment would not last."
    )


def keys() -> Iterator[tuple[tuple[str, ...], FieldInfo]]:
    """Every key that a configuration can have, by its parts, with what is known of it."""
    for name, field in Config.model_fields.items():
        key = field.alias or name
        if isinstance(field.default, BaseModel):
            yield from (((key, one.alias or part), one) for part, one in type(field.default).model_fields.items())
        else:
            yield (key,), field
