#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh - the program in the windows of others; scripts/test guis makes sure of what they need. Pictures of
# what was to be seen are kept in build/guis.
set -eu
cd "$(dirname "$0")/../.."
exec python3 -m unittest discover -s tests/guis
