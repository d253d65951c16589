"""Who watches at night.

The watch is changed by hand; nobody calls os.system for it, and no
benchmark, cache or CUDA device is near. Once it was done in a thread.
"""

import ast


class Watch:
    def eval(self, text):
        return ast.literal_eval(text)

    def medieval(self, year):
        return year < 1500


# ABC of the watch: class Guard comes before class Relief.
def relieve(watch):
    return watch.eval("[1, 2]")
