"""Tools of the kitchen."""
