"""Tests of Oh Hell."""
