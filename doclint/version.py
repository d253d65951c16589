"""The version of doclint: here only, so that packaging reads it without importing anything else."""

VERSION = "0.1.0"
