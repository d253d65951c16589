#!/bin/sh
exec pytest
