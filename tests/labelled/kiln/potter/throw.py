def throw() -> None:
    pass
