"""Papers, which are loaded when they are needed."""

import importlib


def __getattr__(name):
    return getattr(importlib.import_module("quay.fleet.ship"), name)
