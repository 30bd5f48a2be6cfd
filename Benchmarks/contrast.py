"""What differs between two sets of events, as the program's comparison says it: docs/query-language.md has the rules."""

import math

QUANTILE = 1.959963984540054
SMALLEST = 5


def statement(facets, selected, baseline):
    """The numbers of both sets by each value of each facet; the first row has their sums."""
    columns = ", ".join(facets)
    parts = "".join(
        f" UNION ALL SELECT '{facet}', {facet}, sum(selected)::BIGINT, sum(baseline)::BIGINT FROM kinds_found GROUP BY 2" for facet in facets)
    return (
        f"WITH kinds_found AS (SELECT {columns}, count(*) FILTER ({selected}) AS selected, count(*) FILTER ({baseline}) AS baseline "
        f"FROM events WHERE ({selected}) OR ({baseline}) GROUP BY ALL) "
        f"SELECT NULL, NULL, coalesce(sum(selected), 0)::BIGINT, coalesce(sum(baseline), 0)::BIGINT FROM kinds_found{parts}")


def compared(answer, rows):
    ours = sorted((item["field"], item["value"] or "", item["selected"], item["baseline"]) for item in answer["items"])
    [(_, _, *sums)] = [row for row in rows if row[0] is None]
    theirs = [] if min(sums) < SMALLEST else sorted(
        (facet, value or "", one, two) for facet, value, one, two in rows if facet is not None and differ(one, sums[0], two, sums[1]))
    return ((answer["selected"], answer["baseline"]), ours), (tuple(sums), theirs)


def differ(one, of_one, two, of_two):
    """Whether the interval of the difference, by Newcombe's hybrid score, excludes zero."""
    (share, low, high), (other, other_low, other_high) = wilson(one, of_one), wilson(two, of_two)
    difference = share - other
    return difference - math.hypot(share - low, other_high - other) > 0 or difference + math.hypot(high - share, other - other_low) < 0


def wilson(count, total):
    share, square = count / total, QUANTILE * QUANTILE
    centre = (share + square / (2 * total)) / (1 + square / total)
    reach = QUANTILE * math.sqrt(share * (1 - share) / total + square / (4 * total * total)) / (1 + square / total)
    return share, max(0, centre - reach), min(1, centre + reach)
