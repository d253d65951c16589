"""The settings of the editor."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel

from doclint.errors.validation import explain


class EditorSettings(BaseModel):
    """What the user sets in the editor, which takes precedence over the configuration of a repository.

    Settings with other names are those of the extension of the editor, such as where doclint is.

    Only the editor can allow local rules: the repository is not trusted with that.
    """

    model_config = ConfigDict(frozen=True, extra="ignore", alias_generator=to_camel, populate_by_name=True)

    select: Annotated[
        tuple[str, ...] | None, Field(description="The rules, families or profiles to run instead of those configured.")
    ] = None
    config: Annotated[
        str | None, Field(description="The path of a configuration file to use instead of that of each root.")
    ] = None
    local_rules: Annotated[
        bool, Field(description="Whether the Python modules that a repository names under `local-rules` run.")
    ] = False
    run: Annotated[
        Literal["onType", "onSave"], Field(description="When doclint checks a page: as you type, or once it is saved.")
    ] = "onType"
    claims: Annotated[
        bool, Field(description="Whether a code lens above each page says how many of its claims hold.")
    ] = False
    blame: Annotated[bool, Field(description="Whether the hover on a finding says which commit made it true.")] = False
    all_pages: Annotated[
        bool, Field(description="Whether rules about all pages run, too, once a page is opened or saved.")
    ] = False


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
