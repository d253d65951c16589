"""A linter and validator for generated documentation.

Everything that programs and rules need is here. Each name is loaded when it is asked for, so that the command starts
quickly; `__init__.pyi` lists them.
"""

from doclint.errors.lazy_names import lazy_names

__version__ = "0.1.0"
__all__, __getattr__ = lazy_names(__name__, __file__)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
