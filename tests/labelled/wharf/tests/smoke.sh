#!/bin/sh
python -m wharf Aurora >/dev/null && echo fine
