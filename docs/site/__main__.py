"""Build the documentation as a site; a warning is an error.

    python docs/site [FOLDER]

FOLDER (`build/site` by default) gets `pages`, the Markdown that Sphinx reads, and `html`, the site.
"""

import shutil
import sys
from pathlib import Path

from site_pages import HOUSE, pages
from sphinx.cmd.build import build_main

_OWN = Path(__file__).parent


def main(folder: Path) -> int:
    """Write the pages and the site below a folder. Return the exit code of Sphinx."""
    sources, html = folder / "pages", folder / "html"
    for old in (sources, html):
        shutil.rmtree(old, ignore_errors=True)
    for path, content in pages().items():
        target = sources / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    shutil.copy(_OWN / "conf.py", sources)
    shutil.copytree(_OWN / "static", sources / "_static")
    strict = ["--fail-on-warning", "--nitpicky", "--quiet"]
    status = build_main([*strict, "-b", "html", "-E", "-d", str(folder / "doctrees"), str(sources), str(html)])
    if not status:
        shutil.copytree(sources / "schemas", html / "schemas")  # downloads have no addresses that stay
        print(f"The site is in {html}")
    return status


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else HOUSE / "build" / "site"))
