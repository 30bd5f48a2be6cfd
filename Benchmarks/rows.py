"""The rows of events that benchmarks write past the program: their columns, and what they add to the counts."""

SPANS = [("m", 60_000), ("h", 3_600_000), ("d", 86_400_000)]
# The columns of the rows that are written past the program, in their order here. A column that is added later keeps its default.
EVENT_COLUMNS = (
    "tenant_id", "occurred_at", "seq", "id", "shape_id", "message_id", "user_id", "session_id", "attempt_id", "installation_id", "duration_ms",
    "delay", "rest", "failure_id")
COUNT_KEY = ("tenant_id", "span", "start", "shape_id")
TOTAL_KEY = ("tenant_id", "span", "start", "stage", "outcome")


def insertion(table, columns):
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"


def tables_of_counts(facts):
    """What one batch adds to the counts: a table, its key, and a number for each key of the tenant."""
    counts, totals = {}, {}
    for moment, shape, stage, outcome in facts:
        for span, unit in SPANS:
            start = moment // unit * unit
            counts[span, start, shape] = counts.get((span, start, shape), 0) + 1
            totals[span, start, stage, outcome] = totals.get((span, start, stage, outcome), 0) + 1
    return [("event_counts", COUNT_KEY, counts), ("event_totals", TOTAL_KEY, totals)]
