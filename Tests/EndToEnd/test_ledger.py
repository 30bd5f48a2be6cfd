"""What keeps account in the tests of durability finds each fault that it is there for."""

import unittest

from deliveries import native
from ledger import Delivery, Ledger


class LedgerTests(unittest.TestCase):
    def setUp(self):
        self.ledger = Ledger()
        self.deliveries = [Delivery(None, {"event": [f"{n}a", f"{n}b"]}, {("lost", "event", "before_send"): 2}) for n in range(3)]
        for delivery in self.deliveries:
            delivery.post = native({"ingest_key": "k"}, [])
            self.ledger.send(delivery)
        # The third is sent, and nothing is known of it.
        for delivery in self.deliveries[:2]:
            self.ledger.acknowledge(delivery)
        self.stored = ["0a", "0b", "1a", "1b"]
        self.outcomes = {("stored", "event", ""): 4, ("lost", "event", "before_send"): 4}

    def problems(self, stored, outcomes=None, **counts):
        return self.ledger.problems(stored, outcomes or self.outcomes, counts)

    def test_nothing_is_wrong_with_what_is_right(self):
        self.ledger.settle(self.stored)
        self.assertEqual(self.problems(self.stored, rows=4), [])

    def test_an_acknowledged_event_that_is_lost(self):
        self.assertIn("1 of 2 events of an acknowledged delivery are lost (/ingest/v1/events)", self.problems(self.stored[:-1]))
        self.assertIn("2 of 2 events of an acknowledged delivery are lost (/ingest/v1/events)", self.problems(self.stored[2:]))

    def test_an_event_that_is_stored_twice(self):
        self.assertEqual(self.problems(self.stored + ["1b"]), ["1 events are stored twice"])

    def test_half_a_delivery(self):
        self.ledger.settle(self.stored + ["2a"])
        self.assertEqual(
            self.problems(self.stored + ["2a"]), ["a delivery is stored in part: 1 of 2 are missing (/ingest/v1/events)"])

    def test_an_event_that_nobody_sent(self):
        self.assertEqual(self.problems(self.stored + ["x"]), ["1 events are stored that were never sent"])

    def test_counts_that_are_not_those_of_the_rows(self):
        self.assertEqual(self.problems(self.stored, minutes=5), ["minutes: 5 instead of 4"])
        wrong = self.outcomes | {("lost", "event", "before_send"): 6}
        self.assertEqual(
            self.problems(self.stored, wrong), ["the outcome ('lost', 'event', 'before_send') is counted 6 times instead of 4"])

    def test_a_delivery_that_was_stored_before_it_was_sent_again(self):
        stored = self.stored + ["2a", "2b"]
        self.assertEqual(self.ledger.settle(stored), self.deliveries[2:])
        self.ledger.acknowledge(self.deliveries[2])
        outcomes = {("stored", "event", ""): 6, ("duplicate", "event", ""): 2, ("lost", "event", "before_send"): 8}
        self.assertEqual(self.problems(stored, outcomes, rows=6), [])
        self.assertNotEqual(self.problems(stored, outcomes | {("duplicate", "event", ""): 0}), [])


if __name__ == "__main__":
    unittest.main()
