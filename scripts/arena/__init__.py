# SPDX-License-Identifier: MIT
"""The arena behind scripts/match: referees, engine drivers, clocks, schedules, statistics and records."""
