"""What the JSON forms of results have in common."""

from pydantic import BaseModel, ConfigDict


class JsonForm(BaseModel):
    """The base of what programs read. It does not change, and has no other keys than its fields."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)
