"""Plan which ship lies at which berth."""

from quay import tides
from quay._version import __version__
from quay.berths import Berth, Mooring as Rope
from quay.errors import *
from quay.schedule import Schedule, open_schedule, plan

__all__ = ["Berth", "BerthTaken", "QuayError", "Rope", "Schedule", "__version__", "open_schedule", "plan", "tides"]
