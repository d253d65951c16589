"""The planner as it was before."""


def plan() -> int:
    return 11
