"""Keeps account of what was sent and what was acknowledged, and compares it with what is stored."""

import collections
import threading


class Delivery:
    """One delivery: by category the marks of its events, which no other event has, and what its other items count as."""

    def __init__(self, post, marks, counted=None):
        self.post, self.marks = post, marks
        # By (outcome, category, reason).
        self.counted = counted or {}
        # How many of its copies are stored, by what is known.
        self.commits = 0

    def all_marks(self):
        return {mark for marks in self.marks.values() for mark in marks}


class Ledger:
    """Every delivery is stored whole or not at all, once however often it was sent, and each of its items has one counted outcome."""

    def __init__(self):
        self.deliveries = []
        # Sent, and not answered: whether it is stored is not known.
        self.open = []
        self.lock = threading.Lock()

    def send(self, delivery):
        with self.lock:
            self.deliveries.append(delivery)
            self.open.append(delivery)

    def acknowledge(self, delivery):
        with self.lock:
            self.open.remove(delivery)
            delivery.commits += 1

    @property
    def acknowledged(self):
        return sum(delivery.commits > 0 for delivery in self.deliveries)

    def settle(self, stored):
        """Learns from the marks that are stored which deliveries without an answer are. Returns these deliveries, to be sent again."""
        stored = set(stored)
        unanswered = list(self.open)
        for delivery in unanswered:
            # A part of it counts as none: `problems` finds the part.
            delivery.commits += delivery.all_marks() <= stored
        return unanswered

    def expected_outcomes(self):
        """How many items have each (outcome, category, reason)."""
        sums = collections.Counter()
        for delivery in self.deliveries:
            once = [(category, len(marks)) for category, marks in delivery.marks.items()]
            # What is stored, but not as an event: a run.
            once += [(category, count) for (outcome, category, _), count in delivery.counted.items() if outcome == "stored"]
            for category, count in once:
                sums["stored", category, ""] += count * (delivery.commits > 0)
                sums["duplicate", category, ""] += count * max(0, delivery.commits - 1)
            for (outcome, category, reason), count in delivery.counted.items():
                if outcome != "stored":
                    sums[outcome, category, reason] += count * delivery.commits
        return +sums

    def problems(self, stored, outcomes, counts=None):
        """What is wrong, each as a sentence; nothing when all is right.

        - stored: the marks of all rows, as often as they are stored.
        - outcomes: the number of items by (outcome, category, reason).
        - counts: numbers of events by other means, such as counts for charts, each of which must be that of the rows.
        """
        found = collections.Counter(stored)
        known = {mark for delivery in self.deliveries for mark in delivery.all_marks()}
        problems = []
        for delivery in self.deliveries:
            marks = delivery.all_marks()
            missing = marks - found.keys()
            if delivery.commits and missing:
                problems.append(f"{len(missing)} of {len(marks)} events of an acknowledged delivery are lost ({delivery.post.path})")
            elif missing and missing != marks:
                problems.append(f"a delivery is stored in part: {len(missing)} of {len(marks)} are missing ({delivery.post.path})")
            elif not delivery.commits and not missing:
                problems.append(f"a delivery is stored that was not stored after the kill ({delivery.post.path})")
        doubled = [mark for mark, count in found.items() if count > 1]
        if doubled:
            problems.append(f"{len(doubled)} events are stored twice")
        if unknown := found.keys() - known:
            problems.append(f"{len(unknown)} events are stored that were never sent")
        expected, outcomes = self.expected_outcomes(), +collections.Counter(outcomes)
        for key in sorted(expected.keys() | outcomes.keys()):
            if expected[key] != outcomes[key]:
                problems.append(f"the outcome {key} is counted {outcomes[key]} times instead of {expected[key]}")
        for name, count in (counts or {}).items():
            if count != len(stored):
                problems.append(f"{name}: {count} instead of {len(stored)}")
        return problems
