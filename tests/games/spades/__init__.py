"""Tests of Spades."""
