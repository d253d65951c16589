#!/bin/sh
set -e
pytest tests
