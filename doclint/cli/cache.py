"""`doclint clean`."""

from pathlib import Path

import click

from doclint.cli import common
from doclint.cli.common import echo


@click.command()
@common.cache_dir
def clean(cache_dir: Path | None) -> None:
    """Delete the cache."""
    from doclint.engine.cache import cache

    folder = cache_dir or cache.default_folder()
    size = cache.clean(folder) if folder else 0
    echo(f"Deleted {size / 1024:,.0f} KiB in `{folder}`." if size else f"There is no cache in `{folder or '~'}`.")
