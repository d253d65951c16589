"""What the shop has in stock."""

from shop.stock.shelf import Shelf

__all__ = ["Shelf"]
