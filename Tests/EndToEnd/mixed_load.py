"""Load of all wire formats at once until the server is killed, and the comparison of what is stored then with what was sent."""

import contextlib
import http.client
import itertools
import queue
import random
import threading
import time
import uuid

from deliveries import ATTACHMENT, envelope, lines, log_item, native, otlp_attributes, otlp_json, otlp_protobuf
from harness import Answer
from ledger import Delivery


def error_event(**more):
    return {"stage": "session-store", "outcome": "failed", "error": {"domain": "NSOSStatusErrorDomain", "code": -25308, "message": "locked"}, **more}


def mark():
    """What a mixed event is found by in every format: its attempt."""
    return uuid.uuid4().hex


def mixed_native(tenant, number):
    marks = [mark() for _ in range(random.randrange(1, 20))]
    now = int(time.time() * 1000)
    events = [error_event(id=str(uuid.uuid4()), time=now, trace_id=each, user_id=f"user-{number % 7}") for each in marks]
    return Delivery(native(tenant, events), {"event": marks})


def mixed_lines(tenant, number):
    """One line of it cannot be read."""
    marks = [mark() for _ in range(random.randrange(1, 20))]
    now = int(time.time() * 1000)
    events = [error_event(time=now, trace_id=each, app_version=f"2.{number % 5}.0") for each in marks]
    events.insert(random.randrange(len(events) + 1), '{"outcome": "failed"')
    return Delivery(lines(tenant, events), {"event": marks}, {("invalid", "event", "invalid_json"): 1})


def mixed_envelope(tenant, number):
    """An error, logs, a session, a client report and an attachment."""
    now = time.time()
    event, logs = mark(), [mark() for _ in range(random.randrange(1, 10))]
    payload = {
        "event_id": uuid.uuid4().hex, "timestamp": now, "level": "error", "release": "app@2.4.0+17", "contexts": {"trace": {"trace_id": event}},
        "exception": {"values": [{"type": "TimeoutError", "value": f"no answer {number % 20}"}]}}
    records = [{"timestamp": now, "trace_id": each, "level": "info", "body": "step", "attributes": {}} for each in logs]
    session = {
        "sid": uuid.uuid4().hex, "init": True, "started": now, "timestamp": now, "status": "ok", "errors": 1, "attrs": {"release": "app@2.4.0+17"}}
    lost = {"timestamp": now, "discarded_events": [{"reason": "queue_overflow", "category": "error", "quantity": 1 + number % 3}]}
    post = envelope(tenant, {"event_id": payload["event_id"], "sent_at": now}, [
        ({"type": "event"}, payload), log_item(records), ({"type": "session"}, session), ({"type": "client_report"}, lost), ATTACHMENT])
    return Delivery(post, {"event": [event], "log": logs}, {
        ("stored", "run", ""): 1, ("lost", "event", "queue_overflow"): 1 + number % 3, ("filtered", "other", "unsupported"): 1})


def mixed_logs(encode):
    def make(tenant, number):
        marks = [mark() for _ in range(random.randrange(1, 20))]
        now = time.time_ns()
        records = [{
            "timeUnixNano": str(now), "severityNumber": 17, "traceId": each, "body": {"stringValue": f"failure {number % 20}"},
            "attributes": otlp_attributes({"auth.stage": "refresh", "user.id": f"user-{number % 7}"})} for each in marks]
        return Delivery(encode(tenant, {"service.version": "2.4.0"}, records), {"log": marks})
    return make


MIXED = [mixed_native, mixed_lines, mixed_envelope, mixed_logs(otlp_protobuf), mixed_logs(otlp_json)]


class MixedWriter(threading.Thread):
    """Sends deliveries of one format until the server is gone."""

    def __init__(self, gatehouse, tenant, ledger, make):
        super().__init__(daemon=True)
        self.gatehouse, self.tenant, self.ledger, self.make = gatehouse, tenant, ledger, make
        self.wrong = []
        self.ended = threading.Event()

    def run(self):
        with contextlib.suppress(OSError, http.client.HTTPException):
            connection = self.gatehouse.connect()
            for number in itertools.count():
                if self.ended.is_set():
                    return
                delivery = self.make(self.tenant, number)
                self.ledger.send(delivery)
                answer = delivery.post.send(self.gatehouse, connection)
                if answer.status == 200:
                    self.ledger.acknowledge(delivery)
                elif answer.status != 503:
                    self.wrong.append(answer)


def load_until_killed(gatehouse, tenant, ledger, test):
    """Every format at once; after a random number of answers and a random moment more the server is killed."""
    writers = [MixedWriter(gatehouse, tenant, ledger, make) for make in MIXED]
    enough = ledger.acknowledged + random.randrange(15, 80)
    for writer in writers:
        writer.start()
    deadline = time.monotonic() + 20
    while ledger.acknowledged < enough and time.monotonic() < deadline:
        time.sleep(0.002)
    time.sleep(random.random() * 0.02)
    gatehouse.kill()
    for writer in writers:
        writer.ended.set()
        writer.join(timeout=10)
        test.assertEqual(writer.wrong, [])


def stored_marks(gatehouse):
    """The marks of all rows of events, as often as they are stored."""
    value = "encode(s.value, 'hex')" if gatehouse.database else "lower(hex(s.value))"
    rows = gatehouse.sql("events", f"SELECT {value} FROM events e JOIN subjects s ON s.tenant_id = e.tenant_id AND s.id = e.attempt_id")
    return [row[0] for row in rows]


def send_again(gatehouse, ledger):
    """Sends once more what was not answered, as clients do, and learns what of it was stored. Returns the number of deliveries."""
    unanswered = ledger.settle(stored_marks(gatehouse))
    for delivery in unanswered:
        answer = delivery.post.send(gatehouse)
        assert answer.status == 200, answer
        ledger.acknowledge(delivery)
    return len(unanswered)


def check(gatehouse, ledger):
    outcomes = {
        tuple(key): int(count)
        for *key, count in gatehouse.sql("events", "SELECT outcome, category, reason, sum(n) FROM item_outcomes GROUP BY 1, 2, 3")}
    counts = {"rows": int(gatehouse.sql("events", "SELECT count(*) FROM events")[0][0])}
    for table in ["event_counts", "event_totals"]:
        for span in "mhd":
            counts[f"{table} by {span}"] = int(gatehouse.sql("events", f"SELECT coalesce(sum(n), 0) FROM {table} WHERE span = '{span}'")[0][0])
    return ledger.problems(stored_marks(gatehouse), outcomes, counts)


class AnsweringEarly:
    """Stands for a program that answers before it has committed: it acknowledges a delivery at once, and brings it to the program later."""

    def __init__(self, gatehouse):
        self.gatehouse, self.waiting = gatehouse, queue.Queue()
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.deliver, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ended.set()
        self.thread.join(timeout=10)

    def connect(self):
        return self

    def call(self, method, path, body, headers, connection=None):
        if self.ended.is_set():
            raise ConnectionResetError
        time.sleep(0.002)
        self.waiting.put((method, path, body, headers))
        return Answer(200, {}, b"{}")

    def deliver(self):
        with contextlib.suppress(OSError, http.client.HTTPException):
            connection = self.gatehouse.connect()
            while not self.ended.is_set():
                with contextlib.suppress(queue.Empty):
                    self.gatehouse.call(*self.waiting.get(timeout=0.05), connection=connection)

    def kill(self):
        self.ended.set()
        self.gatehouse.kill()
