"""What words tell of a study: its design, subject, size, results, direction, and the mechanisms it names. Pure.

Rules on wording, for works whose source does not say it in a field; each module is one kind of reading.
"""
