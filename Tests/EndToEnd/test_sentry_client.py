"""The unmodified SDK of Sentry for Python, from PyPI, against the running program."""

import contextlib
import logging
import random
import threading
import unittest

import sentry_sdk
from sentry_sdk.sessions import track_session
from sentry_sdk.transport import _parse_rate_limits

from harness import HANGS_AFTER, Gatehouse


class SentryClient(unittest.TestCase):
    def setUp(self):
        self.gatehouse = self.enterContext(Gatehouse())
        self.gatehouse.start()
        self.tenant = self.gatehouse.new_tenant("coachme")
        self.dsn = self.tenant["sentry_dsn"]

    @contextlib.contextmanager
    def sdk(self, **options):
        """The client, with what it sent and what came back, and what it discarded."""
        sentry_sdk.init(dsn=self.dsn, release="backend@2.4.0+17", environment="staging", enable_logs=True, **options)
        client = sentry_sdk.get_client()
        client.answers, client.discarded, client.encodings = [], [], set()
        request, lost = client.transport._request, client.transport.record_lost_event

        def send(method, endpoint, body, headers):
            client.encodings.add(headers.get("Content-Encoding"))
            response = request(method, endpoint, body, headers)
            client.answers.append((response.status, response.data.decode(), dict(response.headers)))
            return response

        def note(reason, data_category=None, item=None, **more):
            client.discarded.append((reason, data_category))
            return lost(reason, data_category=data_category, item=item, **more)

        client.transport._request, client.transport.record_lost_event = send, note
        try:
            yield client
        finally:
            client.close(timeout=HANGS_AFTER)
            sentry_sdk.init()

    def events(self):
        return self.gatehouse.everything(self.tenant, "/events")

    def test_an_error_with_its_cause_is_found_by_its_id_and_attempt(self):
        with self.sdk() as client:
            with sentry_sdk.new_scope() as scope:
                scope.set_tag("auth.stage", "token-exchange")
                scope.set_tag("auth.outcome", "failed")
                scope.set_user({"id": "user-1", "email": "ada@example.com"})
                scope.set_context("auth", {"method": "apple"})
                scope.add_breadcrumb(message="password hunter2")
                trace = scope.get_trace_context()["trace_id"]
                try:
                    try:
                        raise ConnectionRefusedError(61, "refused")
                    except OSError as error:
                        raise RuntimeError("no token") from error
                except RuntimeError as error:
                    id = sentry_sdk.capture_exception(error)
            client.flush(timeout=HANGS_AFTER)

            self.assertEqual([(status, body) for status, body, _ in client.answers], [(200, f'{{"id":"{id}"}}')])
            self.assertEqual(client.discarded, [])
        [event] = self.events()
        self.assertEqual(event["id"].replace("-", ""), id)
        self.assertEqual(
            {name: event[name] for name in ("stage", "outcome", "app_version", "build", "environment", "user", "provider", "attempt")},
            {"stage": "token-exchange", "outcome": "failed", "app_version": "2.4.0", "build": "17", "environment": "staging", "user": "user-1",
             "provider": "apple", "attempt": trace})
        self.assertEqual((event["error"]["domain"], event["error"]["message"]), ("RuntimeError", "no token"))
        self.assertEqual([(cause["domain"], cause["code"]) for cause in event["error"]["chain"]], [("ConnectionRefusedError", "61")])
        text = str(event)
        self.assertNotIn("ada@example.com", text)
        self.assertNotIn("hunter2", text)
        found = self.gatehouse.manage(self.tenant, "GET", f"/events?attempt={trace}").json()["items"]
        self.assertEqual([item["id"] for item in found], [event["id"]])

    def test_logs_sessions_and_client_reports_are_taken_and_nothing_is_discarded(self):
        with self.sdk() as client:
            for number in range(250):
                sentry_sdk.logger.info("step {number}", number=number, attributes={"auth.stage": "refresh"})
            sentry_sdk.logger.error("gone", attributes={"auth.outcome": "rejected"})
            sentry_sdk.capture_message("degraded", "warning")
            logging.getLogger("app").error("from the standard library")
            for mode in ("request", "application"):
                with track_session(sentry_sdk.get_isolation_scope(), session_mode=mode):
                    pass
            client.session_flusher.flush()
            client.transport.record_lost_event("before_send", "error", quantity=3)
            lost = len(client.discarded)
            client.flush(timeout=HANGS_AFTER)
            client.transport._flush_client_reports(force=True)
            client.transport.flush(timeout=HANGS_AFTER)

            self.assertEqual({status for status, _, _ in client.answers}, {200})
            self.assertEqual(len(client.discarded), lost)
        events = self.events()
        # The standard library's error is an event and a record of the log.
        self.assertEqual(len(events), 250 + 1 + 1 + 2)
        results = [event["outcome"] for event in events]
        self.assertEqual({result: results.count(result) for result in results}, {"info": 250, "rejected": 1, "degraded": 1, "failed": 2})
        outcomes = self.gatehouse.manage(self.tenant, "GET", "/events/outcomes").json()
        counts = {(item["outcome"], item["category"], item["reason"]): item["count"] for item in outcomes["items"]}
        self.assertEqual(
            {key: count for key, count in counts.items() if key[0] != "stored"},
            {("lost", "event", "before_send"): 3})
        self.assertEqual(counts[("stored", "run", "")], 2)
        self.assertEqual(outcomes["totals"]["stored"], len(events) + 2)
        steps = {event["error"]["message"] for event in events if event["outcome"] == "info"}
        self.assertEqual(steps, {f"step {number}" for number in range(250)})

    def test_what_the_sdk_compresses_is_read_whole(self):
        # Without a setting the SDK takes brotli when its module is installed, as here, and gzip where it is not.
        for encoding, settings in {"br": {}, "gzip": {"transport_compression_algo": "gzip"}, None: {"transport_compression_level": 0}}.items():
            with self.subTest(encoding), self.sdk(_experiments=settings) as client:
                message = f"sent as {encoding} " + " ".join(f"step {number}" for number in range(500))
                sentry_sdk.capture_message(message, "error")
                sentry_sdk.logger.info(message)
                client.flush(timeout=HANGS_AFTER)

                self.assertEqual(client.encodings, {encoding})
                self.assertEqual({status for status, _, _ in client.answers}, {200})
                self.assertEqual(client.discarded, [])
                found = [event for event in self.events() if event["error"]["message"].startswith(f"sent as {encoding} ")]
                self.assertEqual(sorted(event["outcome"] for event in found), ["failed", "info"])
                for event in found:
                    self.assertEqual(event["error"]["message"], message[:len(event["error"]["message"])])
                    self.assertGreater(len(event["error"]["message"]), 1000)

    def test_an_attachment_costs_no_event(self):
        # More than is kept of any delivery; it does not compress.
        content = random.Random(1).randbytes(10 << 20)
        for encoding, settings in {"gzip": {"transport_compression_algo": "gzip"}, None: {"transport_compression_level": 0}}.items():
            with self.subTest(encoding), self.sdk(_experiments=settings) as client:
                with sentry_sdk.new_scope() as scope:
                    scope.add_attachment(bytes=content, filename="archive.zip")
                    sentry_sdk.capture_message(f"beside an attachment as {encoding}", "error")
                client.flush(timeout=HANGS_AFTER)

                self.assertEqual(client.encodings, {encoding})
                self.assertEqual({status for status, _, _ in client.answers}, {200})
                self.assertEqual(client.discarded, [])
        messages = [event["error"]["message"] for event in self.events()]
        self.assertEqual(sorted(messages), ["beside an attachment as None", "beside an attachment as gzip"])
        outcomes = self.gatehouse.manage(self.tenant, "GET", "/events/outcomes").json()["items"]
        counts = {(item["outcome"], item["category"], item["reason"]): item["count"] for item in outcomes}
        self.assertEqual(counts[("filtered", "other", "unsupported")], 2)

    def test_an_envelope_that_comes_twice_is_stored_once(self):
        with self.sdk() as client:
            sent = []
            send = client.transport._request
            client.transport._request = lambda *arguments, **more: (sent.append((arguments, more)), send(*arguments, **more))[1]
            sentry_sdk.capture_message("once", "error")
            sentry_sdk.logger.info("once too")
            client.flush(timeout=HANGS_AFTER)
            for arguments, more in list(sent):
                self.assertEqual(send(*arguments, **more).status, 200)
        self.assertEqual(len(self.events()), 2)
        totals = self.gatehouse.manage(self.tenant, "GET", "/events/outcomes").json()["totals"]
        self.assertEqual({name: count for name, count in totals.items() if count}, {"stored": 2, "duplicate": 2})

    def test_a_burst_of_many_threads_arrives_whole(self):
        with self.sdk(transport_queue_size=1000) as client:
            def post(worker):
                for number in range(25):
                    sentry_sdk.capture_message(f"burst {worker} {number}", "error")
            threads = [threading.Thread(target=post, args=(worker,)) for worker in range(8)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            client.flush(timeout=HANGS_AFTER)
            self.assertEqual(client.discarded, [])
        messages = [event["error"]["message"] for event in self.events()]
        self.assertEqual(sorted(messages), sorted(f"burst {worker} {number}" for worker in range(8) for number in range(25)))

    def test_a_wrong_key_is_refused_in_the_words_of_the_protocol(self):
        key = self.dsn.split("//")[1].split("@")[0]
        self.dsn = self.dsn.replace(key, "0" * 32)
        with self.sdk() as client:
            sentry_sdk.capture_message("lost", "error")
            client.flush(timeout=HANGS_AFTER)
            # A report of what was lost follows the event.
            for status, body, headers in client.answers:
                self.assertEqual((status, headers["X-Sentry-Error"]), (403, "unknown_key"))
                self.assertIn('"detail"', body)
            self.assertEqual({reason for reason, _ in client.discarded}, {"network_error"})
        self.assertEqual(self.events(), [])

    def test_the_sdk_understands_a_limit(self):
        limits = list(_parse_rate_limits("100:default;error:key:rate"))
        self.assertEqual([category for category, _ in limits], ["default", "error"])
        self.assertEqual([category for category, _ in _parse_rate_limits("3600::key:rate")], [None])


if __name__ == "__main__":
    unittest.main()
