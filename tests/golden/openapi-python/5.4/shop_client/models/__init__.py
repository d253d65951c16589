# flake8: noqa

# import all models into this package
# if you have many models here with many references from one model to another this may
# raise a RecursionError
# to avoid this, import only the models that you directly need like:
# from from shop_client.model.pet import Pet
# or import this package, but before doing it, use:
# import sys
# sys.setrecursionlimit(n)

from shop_client.model.basket import Basket
from shop_client.model.customer import Customer
from shop_client.model.customer_address import CustomerAddress
from shop_client.model.error import Error
from shop_client.model.flower import Flower
from shop_client.model.fruit import Fruit
from shop_client.model.gift import Gift
from shop_client.model.good import Good
from shop_client.model.grade import Grade
from shop_client.model.notice import Notice
from shop_client.model.old_basket import OldBasket
from shop_client.model.old_basket_all_of import OldBasketAllOf
from shop_client.model.sale import Sale
from shop_client.model.sale_all_of import SaleAllOf
from shop_client.model.unit import Unit
