#!/bin/sh
# Unloads all ships that wait. The crane is a class of its own.
. ./common.sh

unload() {
  echo "unloading ${1}"
}

for ship in "$@"; do
  unload "$ship"
done
