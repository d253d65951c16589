"""Pilots, a plug-in: `quay_ext` is a namespace that other distributions add to."""

from quay_ext.pilots.roster import Pilot, call_pilot
