"""Deciding together: outcomes, agreement, ranking, stopping and assignment, as functions of plain values."""
