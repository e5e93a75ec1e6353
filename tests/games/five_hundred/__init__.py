"""Tests of 500."""
