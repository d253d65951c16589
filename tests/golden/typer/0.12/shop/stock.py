"""What is on the shelves."""

from typing import Annotated, Optional

import typer

app = typer.Typer(help="Look after the shelves.")


@app.command("list")
def list_(kind: Optional[str] = typer.Option(None, help="Only fruit of a kind."), sort_by: str = "name") -> None:
    """List all fruit."""


@app.command(name="add")
def add_fruit(
    name: Annotated[str, typer.Argument(metavar="FRUIT", help="What to add.")],
    count: Annotated[int, typer.Option("--count", "-c", prompt=True, help="How many.")],
    delay: Annotated[float, typer.Option(help="How long to wait.", show_default=False)] = 1.5,
) -> None:
    """Add fruit to a shelf."""
