"""What rules share: how to read what a page says, and how to compare it with its repository.

Each name is loaded when it is asked for; `__init__.pyi` lists them. The modules `nodes`, `shapes` and `schema` have the
parts of a page and of a format, `parameters` and `examples` what pages say of functions and show as code.
"""

from doclint.errors.lazy_names import lazy_names

__all__, __getattr__ = lazy_names(__name__, __file__)
