"""The command line of the shop."""

from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from shop import stock

app = typer.Typer(help="Sell fruit.")
app.add_typer(stock.app, name="stock")


class Unit(str, Enum):
    """What to weigh in."""

    grams = "grams"
    pounds = "pounds"


@app.callback()
def main(
    *,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Print more.")] = False,
    folder: Annotated[Path, typer.Option(help="Where the baskets are.")] = Path("baskets"),
) -> None:
    """Sell fruit."""


@app.command()
def weigh(
    basket: Annotated[str, typer.Argument(help="The basket to weigh.")],
    note: Annotated[str, typer.Argument(help="What to print.")] = "done",
    unit: Annotated[Unit, typer.Option("--unit", "-u", help="What to weigh in.", case_sensitive=False)] = Unit.grams,
    limit: Annotated[int, typer.Option("--limit", "-l", min=1, help="The most that it may weigh.")] = 20,
    strict: Annotated[bool, typer.Option(help="Whether more is an error.")] = True,
    token: Annotated[str | None, typer.Option(envvar="SHOP_TOKEN", help="Who asks.")] = None,
    secret: Annotated[str, typer.Option(hidden=True)] = "",
) -> None:
    """Weigh a basket.

    The weight is in grams.
    """


@app.command("pay-for")
def pay(
    ctx: typer.Context,
    baskets: list[str],
    account: str = typer.Option(..., "--account", help="Who pays."),
    tip: float = typer.Option(0.5, help="What to add."),
    currency: str = "EUR",
    receipt: bool = typer.Option(False, "--receipt/--no-receipt", "-r/-R", help="Whether to print a receipt."),
) -> None:
    """Pay for some baskets."""


@app.command(hidden=True)
def debug() -> None:
    """Print what is inside."""
