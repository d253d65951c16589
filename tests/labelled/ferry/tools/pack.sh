#!/bin/sh
set -e
. ./tools/common.sh
tar cf boats.tar ferry
