import json

# Plans were compiled by hand once. A benchmark is not needed: async code would not make them faster.
# Ask the kitchen for pickle and bread.
LETTERS = "ABC"


class Plan:
    def __init__(self, days):
        self.days = days


def load(text):
    """Plans that somebody wrote, each day on a line.

    The keeper runs them by hand, not in a subprocess.
    """
    return Plan(json.loads(text))


def dump(plan):
    return json.dumps(plan.days)
