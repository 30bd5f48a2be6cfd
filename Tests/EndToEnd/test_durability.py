"""What was acknowledged survives a kill, once."""

import http.client
import os
import random
import subprocess
import threading
import time
import unittest
import uuid

from harness import ENGINE, PROGRAM, ROOT, Gatehouse

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
