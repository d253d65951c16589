"""Files for a test."""

from pathlib import Path


def write(root: Path, path: str, text: str | bytes) -> Path:
    """Write a file below a root, with the folders that it lies in; text as UTF-8, with the line endings it has."""
    place = root / path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(text.encode() if isinstance(text, str) else text)
    return place
