"""What was acknowledged survives a kill, once."""

import collections
import http.client
import os
import random
import subprocess
import threading
import time
import unittest
import uuid

from harness import ENGINE, PROGRAM, ROOT, Gatehouse
from ledger import Ledger
from mixed_load import AnsweringEarly, check, load_until_killed, send_again, stored_marks

ROUNDS = int(os.environ.get("GATEHOUSE_KILLS", "20"))


def event(now):
    return {
        "id": str(uuid.uuid4()), "time": now, "stage": "session-store", "outcome": "failed", "app_version": "2.4.0",
        "error": {"domain": "NSOSStatusErrorDomain", "code": -25308, "message": f"locked {random.randrange(50)}"},
    }


class Writer(threading.Thread):
    """Sends batches until it is stopped; remembers what was sent and what was acknowledged."""

    def __init__(self, gatehouse, tenant):
        super().__init__(daemon=True)
        self.gatehouse, self.tenant = gatehouse, tenant
        self.sent, self.acknowledged, self.wrong = set(), set(), []
        self.ended = threading.Event()

    def run(self):
        try:
            connection = self.gatehouse.connect()
            while not self.ended.is_set():
                events = [event(int(time.time() * 1000)) for _ in range(10)]
                ids = {e["id"] for e in events}
                self.sent |= ids
                answer = self.gatehouse.call(
                    "POST", "/ingest/v1/events", {"events": events},
                    {"Authorization": f"Bearer {self.tenant['ingest_key']}"}, connection=connection)
                if answer.status == 200 and answer.json()["accepted"] == 10:
                    self.acknowledged |= ids
                elif answer.status != 503:
                    self.wrong.append(answer)
        except (OSError, http.client.HTTPException, ValueError):
            pass  # the server was killed under it: whether the last batch is stored is not known


class Durability(unittest.TestCase):
    def test_nothing_acknowledged_is_lost_or_doubled_by_kills(self):
        with Gatehouse() as gatehouse:
            tenant = gatehouse.new_tenant("acme")
            sent, acknowledged, slowest = set(), set(), 0.0
            for _ in range(ROUNDS):
                slowest = max(slowest, gatehouse.start())
                writers = [Writer(gatehouse, tenant) for _ in range(4)]
                for writer in writers:
                    writer.start()
                deadline = time.monotonic() + 20
                least = random.randrange(50, 150)
                while sum(len(w.acknowledged) for w in writers) < least and time.monotonic() < deadline:
                    time.sleep(0.002)
                gatehouse.kill()
                for writer in writers:
                    writer.ended.set()
                    writer.join(timeout=10)
                    self.assertEqual(writer.wrong, [])
                    sent |= writer.sent
                    acknowledged |= writer.acknowledged
            slowest = max(slowest, gatehouse.start())
            stored = gatehouse.stored_events()
            gatehouse.terminate()
            self.assertEqual(len(stored), len(set(stored)), "an event is stored twice")
            self.assertEqual(acknowledged - set(stored), set(), "an acknowledged event is lost")
            self.assertEqual(set(stored) - sent, set(), "an event that was never sent is stored")
            self.check_files(gatehouse, len(stored))
            print(f"\n{ROUNDS} kills: {len(acknowledged)} acknowledged, {len(stored)} stored, slowest start {slowest:.2f} s")

    def check_files(self, gatehouse, events):
        self.assertEqual(gatehouse.counted_events(), [events] * 3, "the counts are not the rows")
        if ENGINE == "sqlite":
            for part in ["control", "events"]:
                self.assertEqual(gatehouse.sql(part, "PRAGMA integrity_check"), [("ok",)])

    def test_mixed_load_is_stored_once_whatever_the_kills(self):
        with Gatehouse() as gatehouse:
            tenant = gatehouse.new_tenant("acme")
            ledger = Ledger()
            sent_again = 0
            for _ in range(ROUNDS):
                gatehouse.start()
                sent_again += send_again(gatehouse, ledger)
                load_until_killed(gatehouse, tenant, ledger, self)
            gatehouse.start()
            sent_again += send_again(gatehouse, ledger)

            self.assertEqual(check(gatehouse, ledger), [])
            self.check_answers(gatehouse, tenant, ledger)
            gatehouse.terminate()
            stored = gatehouse.stored_events()
            self.check_files(gatehouse, len(stored))
            self.assertGreater(ledger.acknowledged, 10 * ROUNDS)
            print(f"\n{ROUNDS} kills under mixed load: {ledger.acknowledged} deliveries with {len(stored)} events, {sent_again} sent again")

    def check_answers(self, gatehouse, tenant, ledger):
        """The API says what is stored, too."""
        listed = [event["attempt"] for event in gatehouse.everything(tenant, "/events")]
        self.assertEqual(collections.Counter(listed), collections.Counter(stored_marks(gatehouse)))
        totals = collections.Counter()
        for (outcome, _, _), count in ledger.expected_outcomes().items():
            totals[outcome] += count
        answer = gatehouse.manage(tenant, "GET", "/events/outcomes").json()
        self.assertEqual({name: count for name, count in answer["totals"].items() if count}, dict(totals))

    def test_a_server_that_answers_before_the_commit_is_found_out(self):
        """The checker itself: between client and program stands what answers at once and delivers later, as a wrong build would."""
        with Gatehouse() as gatehouse:
            tenant = gatehouse.new_tenant("acme")
            gatehouse.start()
            ledger = Ledger()
            with AnsweringEarly(gatehouse) as early:
                load_until_killed(early, tenant, ledger, self)
            gatehouse.start()
            ledger.settle(stored_marks(gatehouse))

            problems = check(gatehouse, ledger)

            self.assertTrue([problem for problem in problems if "acknowledged delivery are lost" in problem], problems)

    def test_a_start_killed_at_any_moment_leaves_a_schema_that_the_next_start_takes(self):
        for delay in [0.005, 0.01, 0.02, 0.03, 0.04, 0.05, 0.07, 0.1, 0.15, 0.2]:
            with Gatehouse() as gatehouse:
                gatehouse.data.mkdir(mode=0o700)
                process = subprocess.Popen(
                    [PROGRAM, "migrate"], env=gatehouse.environment, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                time.sleep(delay)
                process.kill()
                process.wait()
                gatehouse.start()
                gatehouse.new_tenant("acme")
                doctor = gatehouse.command("doctor", "--json", check=False)
                self.assertEqual(doctor.returncode, 0, doctor.stdout + doctor.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
