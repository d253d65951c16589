import sys

if sys.version_info >= (3, 13):
    from warnings import deprecated
else:

    def deprecated(message):
        return lambda function: function


try:
    from rowmodel.fast import Reader
except ImportError:
    Reader = None
