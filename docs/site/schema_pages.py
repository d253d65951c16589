"""The JSON schemas of what doclint reads and writes, for download, and the page that lists them."""

import json

from rendering import rendered

from doclint.cli.manual import SCHEMAS
from doclint.output import schemas


def files() -> dict[str, bytes]:
    """Return each schema as a file of the site, by path."""
    return {f"schemas/{name}.json": f"{schemas.text(name)}\n".encode() for name in SCHEMAS}


def page() -> str:
    """Return the page that lists the schemas."""
    described = {name: json.loads(schemas.text(name)).get("description", "") for name in SCHEMAS}
    return rendered("schemas.md.j2", schemas=described)
