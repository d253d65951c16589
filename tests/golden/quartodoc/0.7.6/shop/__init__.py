"""A small shop."""

from shop.basket import Basket, GiftBasket, Ripeness
from shop.orders import cancel, place

__all__ = ["Basket", "GiftBasket", "Ripeness", "cancel", "place"]
