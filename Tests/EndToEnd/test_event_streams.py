"""Live tails and exports of events over real sockets: what is sent, how they end, and how they go on after a restart."""

import contextlib
import json
import time
import unittest
import uuid

from harness import HANGS_AFTER, IS_RELEASE, RELEASE_PROGRAM, Gatehouse, eventually


class Tail:
    """One live tail, read line by line."""

    def __init__(self, gatehouse, tenant, query="", headers=None):
        self.connection = gatehouse.connect(timeout=HANGS_AFTER)
        headers = headers or {"Authorization": f"Bearer {tenant['secret_key']}"}
        self.connection.request("GET", f"/api/v1/tenants/{tenant['slug']}/events/tail{query}", headers=headers)
        self.response = self.connection.getresponse()
        self.status = self.response.status
        self.start = self.message() if self.status == 200 else None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.connection.close()

    def message(self):
        """The next message: its event, its id and its data; None at the end of the stream."""
        fields = {}
        while line := self.response.readline():
            text = line.decode().rstrip("\n")
            if not text and "event" in fields:
                return fields["event"], fields.get("id"), json.loads(fields["data"])
            name, colon, value = text.partition(": ")
            if colon:
                fields[name] = value
        return None


class EventStreams(unittest.TestCase):
    def deliver(self, gatehouse, tenant, count, stage="refresh"):
        moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        events = [{"id": str(uuid.uuid4()), "time": moment, "stage": stage, "outcome": "failed"} for _ in range(count)]
        answer = gatehouse.call(
            "POST", "/ingest/v1/events", {"events": events}, {"Authorization": f"Bearer {tenant['ingest_key']}"})
        self.assertIn(answer.status, (200, 202), answer)
        return {event["id"] for event in events}

    def begun(self, gatehouse, tenant, tail, stage="refresh"):
        """Delivers an event, and reads the tail up to it."""
        self.assertEqual(tail.status, 200)
        self.assertEqual((tail.start[0], tail.start[2]), ("start", {}))
        ids = self.deliver(gatehouse, tenant, 1, stage)
        event, reference, data = tail.message()
        self.assertEqual((event, {data["id"]}, reference), ("auth-event", ids, data["reference"]))
        return reference

    def test_a_tail_shows_matching_events_at_once_and_goes_on_after_a_restart(self):
        with Gatehouse(program=RELEASE_PROGRAM) as gatehouse:
            gatehouse.start()
            tenant = gatehouse.new_tenant("acme")
            with Tail(gatehouse, tenant, "?stage=refresh") as tail:
                began = time.monotonic()
                last = self.begun(gatehouse, tenant, tail)
                if IS_RELEASE:
                    self.assertLess(time.monotonic() - began, 5)
                gatehouse.terminate()
                self.assertEqual(tail.message(), ("end", None, {"reason": "shutdown"}))
                self.assertIsNone(tail.message())
            gatehouse.start()
            missed = self.deliver(gatehouse, tenant, 3) | self.deliver(gatehouse, tenant, 2)
            self.deliver(gatehouse, tenant, 2, stage="token-exchange")

            headers = {"Authorization": f"Bearer {tenant['secret_key']}", "Last-Event-ID": last}
            with Tail(gatehouse, tenant, "?stage=refresh", headers) as tail:
                self.assertEqual(tail.start, ("start", last, {}))
                found = [tail.message() for _ in range(5)]
                self.assertEqual({data["id"] for _, _, data in found}, missed)
                newest = self.begun(gatehouse, tenant, tail)

            # A page that resumes after a pause cannot send the header.
            missed = self.deliver(gatehouse, tenant, 2)
            with Tail(gatehouse, tenant, f"?stage=refresh&after={newest}") as tail:
                self.assertEqual({data["id"] for _, _, data in [tail.message(), tail.message()]}, missed)

    def test_a_tail_without_an_event_so_far_goes_on_after_a_pause(self):
        with Gatehouse() as gatehouse:
            gatehouse.start()
            tenant = gatehouse.new_tenant("acme")
            with Tail(gatehouse, tenant, "?stage=refresh") as tail:
                place = tail.start[1]
            missed = self.deliver(gatehouse, tenant, 2)

            with Tail(gatehouse, tenant, f"?stage=refresh&after={place}") as tail:
                self.assertEqual({data["id"] for _, _, data in [tail.message(), tail.message()]}, missed)

    def test_a_tail_ends_with_the_session_of_its_reader(self):
        with Gatehouse() as gatehouse:
            gatehouse.start()
            tenant = gatehouse.new_tenant("acme")
            person = {"email": "vic@acme.example", "password": "correct horse battery", "role": "on_call"}
            user = gatehouse.manage(tenant, "POST", "/users", person).json()
            cookie = gatehouse.console("vic@acme.example", "acme")
            with Tail(gatehouse, tenant, headers={"Cookie": cookie}) as tail:
                self.begun(gatehouse, tenant, tail)

                answer = gatehouse.manage(tenant, "DELETE", f"/users/{user['id']}/sessions")
                self.assertIn(answer.status, (200, 204), answer)
                self.deliver(gatehouse, tenant, 1)

                self.assertEqual(tail.message(), ("end", None, {"reason": "access_ended"}))
                self.assertIsNone(tail.message())
            answer = gatehouse.call("GET", "/api/v1/tenants/acme/events/tail", headers={"Cookie": cookie})
            self.assertEqual(answer.status, 401)

    def test_tails_of_one_caller_are_limited(self):
        with Gatehouse() as gatehouse, contextlib.ExitStack() as tails:
            gatehouse.start()
            tenant = gatehouse.new_tenant("acme")
            first = [tails.enter_context(Tail(gatehouse, tenant)) for _ in range(4)]
            self.assertEqual([tail.status for tail in first], [200] * 4)

            with Tail(gatehouse, tenant) as further:
                self.assertEqual(further.status, 429)
                self.assertIsNotNone(further.response.headers["Retry-After"])

            first[0].connection.close()

            def has_place():
                self.deliver(gatehouse, tenant, 1)
                with Tail(gatehouse, tenant) as tail:
                    return tail.status == 200

            eventually(has_place)

    def test_an_export_goes_on_where_it_broke_off_and_is_audited(self):
        with Gatehouse() as gatehouse:
            gatehouse.start()
            tenant = gatehouse.new_tenant("acme")
            for _ in range(3):
                self.deliver(gatehouse, tenant, 300)
            start = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() - 3600))
            end = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 3600))
            path = f"/events/export?from={start}&to={end}"
            listed = gatehouse.everything(tenant, f"/events?from={start}&to={end}")

            whole = [json.loads(line) for line in gatehouse.manage(tenant, "GET", path).body.splitlines()]
            rest = gatehouse.manage(tenant, "GET", f"{path}&after={whole[449]['reference']}").body.splitlines()
            table = gatehouse.manage(tenant, "GET", f"{path}&format=csv").body.decode().split("\r\n")
            header = gatehouse.manage(tenant, "HEAD", path)

            self.assertEqual(len(listed), 900)
            self.assertEqual(whole, listed)
            self.assertEqual([json.loads(line) for line in rest], listed[450:])
            self.assertEqual(len(table), 902)
            self.assertEqual(header.status, 200)
            entries = [entry for entry in gatehouse.everything(tenant, "/audit") if entry["action"] == "events.exported"]
            started = [entry for entry in gatehouse.everything(tenant, "/audit") if entry["action"] == "events.export_started"]
            self.assertEqual((len(entries), len(started)), (3, 3))
            self.assertIn("900", json.dumps(entries[0]))


if __name__ == "__main__":
    unittest.main()
