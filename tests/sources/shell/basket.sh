#!/usr/bin/env bash
# function commented() { :; }
set -euo pipefail

. ./colors.sh
source "$(dirname "$0")/lib/scale.sh" --quiet

readonly LIMIT=3 OTHER
declare -rx NAME="quoted() { :; }"
declare -i counter=0
export PATH_TO_BASKET=/srv/basket

usage() {
  cat <<EOF
fake() {
  echo "function here() { :; }"
}
EOF
}

function weigh {
  local -r inner=1
  nested() {
    echo 'single() { :; }'
  }
  nested "$@"
}

function basket::open() (
  cd /tmp && echo source not-a-file.sh
)

_private() { :; }

if [[ $# -gt 0 ]]; then
  on-demand() { usage; }
fi

weigh "$@"
