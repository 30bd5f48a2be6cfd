"""The unmodified OpenTelemetry SDK for Python and its OTLP/HTTP exporters, from PyPI, against the running program."""

import logging
import os
import time
import unittest

from opentelemetry._logs import LogRecord, SeverityNumber
from opentelemetry.exporter.otlp.proto.http import Compression
from opentelemetry.exporter.otlp.proto.http._log_exporter import OTLPLogExporter
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk._logs import LoggerProvider
from opentelemetry.sdk._logs.export import InMemoryLogRecordExporter, LogRecordExportResult, SimpleLogRecordProcessor
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor, SpanExportResult
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import StatusCode, TraceFlags

from harness import HANGS_AFTER, Gatehouse

RESOURCE = Resource({"service.name": "shop", "service.version": "2.4.0", "os.name": "iOS", "device.model.identifier": "iPhone16,1"})
TRACE = 0x4BF92F3577B34DA6A3CE929D0E0E4736


class OTLPClient(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # The exporters log each failed attempt, which is what the tests look at.
        logging.getLogger("opentelemetry").setLevel(logging.CRITICAL)
        cls.gatehouse = cls.enterClassContext(Gatehouse())
        cls.gatehouse.start()

    def setUp(self):
        self.tenant = self.gatehouse.new_tenant(f"tenant-{self.id().rsplit('.', 1)[-1].replace('_', '-')[-24:].strip('-')}")

    def exporter(self, kind, signal, compression=Compression.Gzip, headers=None, path=""):
        return kind(
            endpoint=f"http://{self.gatehouse.address}{path}/v1/{signal}", compression=compression, timeout=HANGS_AFTER,
            headers=headers or {"authorization": f"Bearer {self.tenant['ingest_key']}"})

    def logs(self, *records):
        """What the SDK makes of records."""
        memory = InMemoryLogRecordExporter()
        provider = LoggerProvider(resource=RESOURCE)
        provider.add_log_record_processor(SimpleLogRecordProcessor(memory))
        logger = provider.get_logger("auth", "1.0")
        for record in records:
            logger.emit(LogRecord(**{"timestamp": time.time_ns(), "severity_number": SeverityNumber.ERROR, **record}))
        return memory.get_finished_logs()

    def events(self):
        return self.gatehouse.everything(self.tenant, "/events")

    def outcomes(self):
        """What became of every item, by outcome, category and reason."""
        items = self.gatehouse.manage(self.tenant, "GET", "/events/outcomes").json()["items"]
        return {(item["outcome"], item["category"], item["reason"]): item["count"] for item in items}

    def test_logs_are_stored_once(self):
        batch = self.logs(
            *({"body": f"failure {number}", "attributes": {"auth.stage": "refresh", "number": number}} for number in range(200)))
        same = {"timestamp": time.time_ns(), "body": "the same twice"}
        batch += self.logs(same, same)

        for compression in [Compression.Gzip, Compression.NoCompression, Compression.Gzip]:
            answer = self.exporter(OTLPLogExporter, "logs", compression).export(batch)
            self.assertEqual(answer, LogRecordExportResult.SUCCESS)

        events = self.events()
        self.assertEqual(len(events), 202)
        self.assertEqual(len({event["id"] for event in events}), 202)
        messages = sorted(event["error"]["message"] for event in events)
        self.assertEqual(messages, sorted([f"failure {number}" for number in range(200)] + ["the same twice"] * 2))
        self.assertEqual(self.outcomes(), {("stored", "log", ""): 202, ("duplicate", "log", ""): 404})

    def test_every_field_of_a_record_is_found_again(self):
        record = {
            "trace_id": TRACE, "span_id": 0x00F067AA0BA902B7, "trace_flags": TraceFlags(1), "event_name": "auth.attempt",
            "body": "The session could not be stored.",
            "attributes": {
                "auth.stage": "session-store", "auth.outcome": "failure", "auth.method": "apple",
                "auth.error.domain": "NSOSStatusErrorDomain", "auth.error.code": "-25308",
                "auth.error.chain": ["NSOSStatusErrorDomain:-25308", "AKAuthenticationError:-7026"],
                "user.id": "u1", "count": 3, "ratio": float("nan"), "flag": True, "list": ["a", "b"], "secret": "Bearer abcdef0123456789",
            },
        }

        answer = self.exporter(OTLPLogExporter, "logs").export(self.logs(record))

        self.assertEqual(answer, LogRecordExportResult.SUCCESS)
        [event] = self.events()
        expected = {
            "source": "client", "stage": "session-store", "outcome": "failed", "name": "auth.attempt", "provider": "apple",
            "app_version": "2.4.0", "platform": "iOS", "device_model": "iPhone16,1", "user": "u1", "attempt": f"{TRACE:032x}",
        }
        self.assertEqual({name: event.get(name) for name in expected}, expected)
        self.assertEqual(event["error"]["domain"], "NSOSStatusErrorDomain")
        self.assertEqual(event["error"]["code"], "-25308")
        self.assertEqual(event["error"]["message"], "The session could not be stored.")
        self.assertEqual([cause["domain"] for cause in event["error"]["chain"]], ["AKAuthenticationError"])
        attributes = event["attributes"]
        self.assertEqual(
            {name: attributes.get(name) for name in ["count", "ratio", "flag", "list", "service.name", "otel.scope.name", "span_id"]},
            {"count": 3, "ratio": "NaN", "flag": True, "list": '["a","b"]', "service.name": "shop", "otel.scope.name": "auth",
             "span_id": "00f067aa0ba902b7"})
        self.assertNotIn("abcdef0123456789", str(event))
        self.assertEqual(self.gatehouse.manage(self.tenant, "GET", f"/events?attempt={TRACE:032x}").json()["items"], [event])

    def test_spans_of_sign_in_are_stored_and_others_are_not(self):
        memory = InMemorySpanExporter()
        provider = TracerProvider(resource=RESOURCE)
        provider.add_span_processor(SimpleSpanProcessor(memory))
        tracer = provider.get_tracer("backend")
        with tracer.start_as_current_span("GET /products"):
            pass
        with self.assertRaises(TimeoutError), tracer.start_as_current_span("POST /session", attributes={"auth.stage": "api-use"}):
            raise TimeoutError("the session check took too long")
        with tracer.start_as_current_span("auth.check") as span:
            span.set_status(StatusCode.OK)

        for _ in range(2):
            answer = self.exporter(OTLPSpanExporter, "traces").export(memory.get_finished_spans())
            self.assertEqual(answer, SpanExportResult.SUCCESS)

        events = {event["name"]: event for event in self.events()}
        self.assertEqual(sorted(events), ["POST /session", "auth.check"])
        self.assertEqual(len(self.events()), 2)
        self.assertEqual(
            self.outcomes(), {("stored", "span", ""): 2, ("duplicate", "span", ""): 2, ("filtered", "span", "not_sign_in"): 2})
        failed = events["POST /session"]
        self.assertEqual((failed["stage"], failed["outcome"]), ("api-use", "failed"))
        self.assertEqual(failed["error"]["domain"], "TimeoutError")
        self.assertEqual(failed["error"]["message"], "the session check took too long")
        self.assertIsInstance(failed["duration_ms"], int)
        self.assertEqual(events["auth.check"]["outcome"], "info")

    def test_every_way_to_send_the_key(self):
        key = self.tenant["ingest_key"]
        project = self.tenant["number"]
        for headers in [{"x-api-key": key}, {"x-gatehouse-key": key}, {"authorization": f"Sentry sentry_key={key}"}]:
            for path in ["", f"/api/{project}/otlp"]:
                answer = self.exporter(OTLPLogExporter, "logs", headers=headers, path=path).export(self.logs({"body": "x"}))
                self.assertEqual(answer, LogRecordExportResult.SUCCESS, (headers, path))

        self.assertEqual(len(self.events()), 6)
        refused = self.exporter(OTLPLogExporter, "logs", headers={"x-api-key": "gh_ik_unknown"}).export(self.logs({"body": "x"}))
        self.assertEqual(refused, LogRecordExportResult.FAILURE)

    def test_a_bad_record_costs_no_other(self):
        good = {"body": "good", "attributes": {"auth.stage": "refresh"}}
        bad = {"body": "bad", "attributes": {f"a{number}": os.urandom(2500).hex() for number in range(60)}}

        answer = self.exporter(OTLPLogExporter, "logs").export(self.logs(good, bad, good))

        self.assertEqual(answer, LogRecordExportResult.SUCCESS)
        self.assertEqual([event["error"]["message"] for event in self.events()], ["good", "good"])


if __name__ == "__main__":
    unittest.main()
