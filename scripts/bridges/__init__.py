# SPDX-License-Identifier: MIT
"""Bridges from the engine to game servers, and the HTTP game server. Nothing here needs more than the standard library."""
