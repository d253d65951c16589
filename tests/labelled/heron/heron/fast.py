USAGE = """usage: heron [--fast]

Merge what two stations say."""


def merge(left, right):
    return left if left else right or USAGE
