"""Which pages seem to import from a package, so that their examples are read."""

import pytest

from doclint.packages.mentions import mentions_python
from doclint.repository.in_memory import Memory

_FILES = Memory({"orchard/__init__.py": ""})


@pytest.mark.parametrize(
    "code",
    [
        "import orchard",
        "import os, orchard.tree as tree",
        "import os, \\\n    orchard",
        "from orchard import (\n    Tree,\n)",
        "from orchard.tree \\\n  import Tree",
        ">>> from orchard import Tree",
        "# what you can import\nfrom orchard import Tree",
        "# the import from orchard import",
    ],
)
def test_statements_count(code: str) -> None:
    assert mentions_python(f"```\n{code}\n```\n", _FILES)


@pytest.mark.parametrize(
    "text", ["You import trees into orchard.", "Pick fruit from the orchard.", "import from the orchard"]
)
def test_prose_does_not(text: str) -> None:
    assert not mentions_python(f"{text}\n\n```\nimport os\n```\n", _FILES)
