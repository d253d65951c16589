# flake8: noqa

# import apis into api package
from shop_client.api.baskets_api import BasketsApi
from shop_client.api.price_list_api import PriceListApi

