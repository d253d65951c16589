"""The settings of the editor."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic.alias_generators import to_camel

from doclint.errors.models import describe
from doclint.errors.validation import explain


class EditorSettings(BaseModel):
    """What the user sets in the editor, which takes precedence over the configuration of a repository.

    Settings with other names are those of the extension of the editor, such as where doclint is.

    Only the editor can allow local rules: the repository is not trusted with that.
    """

    model_config = ConfigDict(
        frozen=True, extra="ignore", alias_generator=to_camel, populate_by_name=True, json_schema_extra=describe
    )

    select: tuple[str, ...] | None = None
    config: str | None = None
    local_rules: bool = False
    run: Literal["onType", "onSave"] = "onType"
    claims: bool = False
    blame: bool = False
    all_pages: bool = False


DEFAULT_SETTINGS = EditorSettings()


def parse(given: object) -> tuple[EditorSettings, str]:
    """Return the settings that an editor sends, and what is wrong with them; then these are the defaults.

    Editors send nothing, the table itself, or a table with it under `doclint`.
    """
    table = given.get("doclint", given) if isinstance(given, dict) else given
    try:
        return EditorSettings.model_validate(table or {}), ""
    except ValidationError as error:
        return DEFAULT_SETTINGS, explain(error, EditorSettings)
