"""A git repository to try things in."""

import os
import subprocess
from pathlib import Path

IDENTITY = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.org", "-c", "commit.gpgSign=false"]
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
SMALL_FORMAT = """\
name = "small"
docs-root = "docs"

[[kind]]
name = "file"
path = "{path}.md"
title = "`{path}`"
section = []
"""


class Scratch:
    """A repository with a branch `main`, whatever git is told of identities and branches elsewhere."""

    def __init__(self, root: Path) -> None:
        self.root = root
        root.mkdir(parents=True, exist_ok=True)
        self.git("init", "--quiet")
        self.git("symbolic-ref", "HEAD", "refs/heads/main")

    def git(self, *arguments: str) -> str:
        command = ["git", *IDENTITY, "-c", "protocol.file.allow=always", *arguments]
        done = subprocess.run(command, cwd=self.root, env=ENVIRONMENT, capture_output=True, check=True)
        return done.stdout.decode().strip()

    def write(self, path: str, text: str) -> None:
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_bytes(text.encode())

    def commit(self) -> None:
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", "A commit")
