"""What the types of Terraform providers are, by the words of pages and of sources alike."""

from typing import Literal, TypeAlias, get_args

ProvidedKind: TypeAlias = Literal["action", "data-source", "ephemeral-resource", "list-resource", "resource"]
"""What a type of a Terraform provider is."""

PROVIDED: tuple[str, ...] = get_args(ProvidedKind)
"""The kinds of such types."""
