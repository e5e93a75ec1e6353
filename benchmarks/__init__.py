"""What ./bench measures: one module for each question, run one after the other.

Every figure stands beside another one measured in the same run, or beside its aim:
machines differ, ratios travel.
"""
