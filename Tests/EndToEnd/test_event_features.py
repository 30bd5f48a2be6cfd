"""What is made of the events of unmodified clients: failures, attempts, queries, live tails, exports and saved views."""

import base64
import contextlib
import csv
import io
import json
import logging
import re
import sqlite3
import time
import unittest
import urllib.parse
import uuid

import httpx
import sentry_sdk
from opentelemetry._logs import LogRecord, SeverityNumber
from opentelemetry.exporter.otlp.proto.http._log_exporter import OTLPLogExporter
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk._logs import LoggerProvider
from opentelemetry.sdk._logs.export import InMemoryLogRecordExporter, LogRecordExportResult, SimpleLogRecordProcessor
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor, SpanExportResult
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import format_trace_id
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator
from supabase_auth import SyncGoTrueClient
from supabase_auth.errors import AuthApiError

from harness import HANGS_AFTER, PASSWORD, Gatehouse, eventually, sqlite_only
from test_event_streams import Tail


class StoreError(Exception):
    """The app's own error around one of the system."""


class NSOSStatusErrorDomain(Exception):
    """An error of the keychain, by the name that SDKs of Sentry give it."""


class ASAuthorizationErrorDomain(Exception):
    """An error of Apple's sheet, by the name that SDKs of Sentry give it."""


def locked(message):
    """The error of a locked keychain, with its cause."""
    error = StoreError(message)
    error.__cause__ = NSOSStatusErrorDomain("User interaction is not allowed. (Code: -25308)")
    return error


# The same error in attributes of OpenTelemetry.
LOCKED = {"auth.error.domain": "StoreError", "auth.error.chain": ["NSOSStatusErrorDomain:-25308"]}
STORE = {"auth.stage": "session-store"}
# Of queries: 10,000 terms, in as few bytes as they need.
TERMS = 10_000


def next_millisecond():
    """Waits until what follows has a later time: times of events are whole milliseconds."""
    now = time.time_ns() // 1_000_000
    eventually(lambda: time.time_ns() // 1_000_000 > now)


class EventFeatures(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # The exporters log each failed request, which is what the tests look at.
        logging.getLogger("opentelemetry").setLevel(logging.CRITICAL)
        cls.gatehouse = cls.enterClassContext(Gatehouse())
        cls.gatehouse.start()

    def setUp(self):
        self.tenant = self.gatehouse.new_tenant(f"tenant-{uuid.uuid4().hex[:12]}")

    # What clients do

    @contextlib.contextmanager
    def sentry(self, release="2.4.0"):
        """The SDK of Sentry in a release of the app. What it captured is stored afterwards."""
        sentry_sdk.init(dsn=self.tenant["sentry_dsn"], release=f"coachme@{release}+17")
        client, lost = sentry_sdk.get_client(), []
        client.transport.record_lost_event = lambda *arguments, **more: lost.append((arguments, more))
        try:
            yield
            client.flush(timeout=HANGS_AFTER)
        finally:
            client.close(timeout=HANGS_AFTER)
            sentry_sdk.init()
        self.assertEqual(lost, [])

    def capture(self, error, tags, user=None, trace=None):
        """Captures an error, or a message that is no result."""
        with sentry_sdk.isolation_scope() as scope:
            if trace:
                sentry_sdk.continue_trace({"sentry-trace": f"{trace}-{uuid.uuid4().hex[:16]}-1"})
            if user:
                scope.set_user({"id": user})
            for name, value in tags.items():
                scope.set_tag(name, value)
            if isinstance(error, str):
                sentry_sdk.capture_message(error, "info")
            else:
                sentry_sdk.capture_exception(error)

    def log(self, *records, release="2.4.0", **resource):
        """Sends records with the SDK of OpenTelemetry; each has the time and the trace of now, and is an error by itself."""
        memory = InMemoryLogRecordExporter()
        provider = LoggerProvider(resource=Resource({"service.name": "coachme", "service.version": release, **resource}))
        provider.add_log_record_processor(SimpleLogRecordProcessor(memory))
        for attributes in records:
            severity = SeverityNumber.INFO if "auth.outcome" in attributes else SeverityNumber.ERROR
            provider.get_logger("auth").emit(
                LogRecord(timestamp=time.time_ns(), severity_number=severity, attributes=attributes))
        exporter = OTLPLogExporter(
            endpoint=f"http://{self.gatehouse.address}/v1/logs", headers=self.key(), timeout=HANGS_AFTER)
        self.assertEqual(exporter.export(memory.get_finished_logs()), LogRecordExportResult.SUCCESS)

    def key(self):
        return {"authorization": f"Bearer {self.tenant['ingest_key']}"}

    def app(self, headers=None, answers=None):
        """The SDK of Supabase, with further headers; notes the headers of the answers."""
        key = self.tenant["publishable_key"]
        hooks = {"response": [lambda response: answers.append(response.headers)]} if answers is not None else {}
        return SyncGoTrueClient(
            url=f"http://{self.gatehouse.address}/auth/v1", auto_refresh_token=False,
            headers={"apikey": key, "Authorization": f"Bearer {key}", "X-Forwarded-For": "203.0.113.1", **(headers or {})},
            http_client=self.enterContext(httpx.Client(event_hooks=hooks, timeout=HANGS_AFTER)))

    # What a member asks

    def ask(self, path, status=200, tenant=None, **query):
        answer = self.gatehouse.manage(tenant or self.tenant, "GET", f"{path}?{urllib.parse.urlencode(query)}")
        self.assertEqual(answer.status, status, (path, query, answer))
        return answer.json()

    def do(self, method, path, body=None, status=200, headers=None, tenant=None):
        answer = self.gatehouse.manage(tenant or self.tenant, method, path, body, headers)
        self.assertEqual(answer.status, status, (method, path, answer))
        return answer.json() if answer.body else None

    def events(self, **query):
        return self.gatehouse.everything(self.tenant, f"/events?{urllib.parse.urlencode(query)}")

    def failures(self):
        """The ids of the failures, by stage and code."""
        found = [((each["stage"], each["code"]), each["id"]) for each in self.gatehouse.everything(self.tenant, "/failures")]
        self.assertEqual(len(dict(found)), len(found))
        return dict(found)

    def new_user(self, role="customer"):
        email = f"{uuid.uuid4()}@example.com"
        return self.do("POST", "/users", {"email": email, "password": PASSWORD, "role": role}, status=201), email

    # Failures

    def test_events_of_both_sdks_with_one_cause_are_one_failure(self):
        with self.sentry():
            for number, user in enumerate(["ada", "ada", "karl"]):
                self.capture(locked(f"try {number}"), STORE, user)
            # Another stage, and another error, are another cause.
            self.capture(locked("try 3"), {"auth.stage": "refresh"}, "ada")
            self.capture(StoreError("disk full"), STORE, "ada")
        self.log(
            {**STORE, **LOCKED, "user.id": "karl"}, {**STORE, **LOCKED, "user.id": "eve", "auth.error.message": "try 5"},
            {**STORE, **LOCKED, "app.installation.id": "phone-1"}, release="2.3.9", **{"os.name": "iOS"})

        failures = self.failures()
        self.assertEqual(
            sorted(failures), [("refresh", "keychain.locked"), ("session-store", "keychain.locked"), ("session-store", "unclassified")])
        failure = self.ask(f"/failures/{failures['session-store', 'keychain.locked']}")
        expected = {
            "count": 6, "people_affected": 4, "people_still_out": 4, "people_complete": True, "state": "open",
            "error_domain": "StoreError", "error_code": "", "cause_domain": "NSOSStatusErrorDomain", "cause_code": "-25308",
        }
        self.assertEqual({name: failure[name] for name in expected}, expected)
        self.assertEqual(
            {each["release"]: each["count"] for each in failure["releases"]}, {"2.4.0": 3, "2.3.9": 3})
        stored = self.events(q="stage:session-store code:keychain.locked")
        self.assertEqual({each["id"] for each in failure["examples"]}, {event["id"] for event in stored})
        [counted] = [each for each in self.ask("/failures", release="2.3.9")["items"] if each["count"]]
        self.assertEqual((counted["id"], counted["count"], counted["people_affected"]), (failure["id"], 3, 3))

        next_millisecond()
        self.log({"auth.stage": "token-exchange", "auth.outcome": "success", "user.id": "eve"})
        failure = self.ask(f"/failures/{failure['id']}")
        self.assertEqual((failure["count"], failure["people_affected"], failure["people_still_out"]), (6, 4, 3))

    def test_a_failure_that_is_resolved_in_a_release_comes_back_with_it(self):
        with self.sentry("2.4.0"):
            self.capture(locked("before"), STORE, "ada")
        [id] = self.failures().values()
        path = f"/failures/{id}"
        first = self.ask(path)["version"]

        resolution = {"action": "resolve_in_release", "release": "2.5.0", "version": first}
        resolved = self.do("POST", f"{path}/changes", resolution)
        self.assertEqual((resolved["state"], resolved["state_detail"]), ("resolved", "in_release 2.5.0"))
        stale = self.do("POST", f"{path}/changes", {"action": "archive", "version": first}, status=409)
        self.assertEqual(stale["code"], "failure_changed")
        next_millisecond()
        with self.sentry("2.4.0"):
            self.capture(locked("an older release"), STORE, "ada")
        again = self.ask(path)
        self.assertEqual((again["state"], again["count"], again["version"]), ("resolved", 2, resolved["version"]))
        self.log({**STORE, **LOCKED, "user.id": "karl"}, release="2.5.0")

        # An event has changed the failure since.
        stale = self.do("POST", f"{path}/changes", {"action": "archive", "version": resolved["version"]}, status=409)
        self.assertEqual(stale["code"], "failure_changed")
        regressed = self.ask(path)
        self.assertEqual((regressed["state"], regressed["state_detail"], regressed["count"]), ("regressed", "2.5.0", 3))
        self.assertEqual(
            [(each["version"], each["actor_kind"], each["state_before"], each["state_after"])
             for each in self.gatehouse.everything(self.tenant, f"{path}/changes")],
            [(regressed["version"], "system", "resolved in_release 2.5.0", "regressed 2.5.0"),
             (resolved["version"], "key", "open", "resolved in_release 2.5.0")])

        def audited():
            return [entry for entry in self.ask("/audit", action="failure.changed")["items"] if entry["target_id"] == id]

        eventually(audited)
        self.assertEqual([entry["actor_kind"] for entry in audited()], ["key"])

    def test_a_cancellation_and_a_wrong_password_open_no_failure(self):
        _, email = self.new_user()
        with self.assertRaises(AuthApiError) as caught:
            self.app().sign_in_with_password({"email": email, "password": "wrong horse battery"})
        self.assertEqual(caught.exception.code, "invalid_credentials")
        with self.sentry():
            self.capture(ASAuthorizationErrorDomain("canceled (Code: 1001)"), {"auth.stage": "apple-sheet"})
            self.capture(AuthApiError("Invalid login credentials", 400, "invalid_credentials"), {
                "auth.stage": "token-exchange", "auth.server.code": "invalid_credentials"})
        self.log({"auth.stage": "apple-sheet", "auth.error.domain": "ASAuthorizationErrorDomain", "auth.error.code": "1001"})
        # The server writes its own events a moment later.
        eventually(lambda: self.events(source="server"))

        self.assertEqual(
            sorted((event["source"], event["stage"], event["outcome"], event["code"]) for event in self.events()),
            [("client", "apple-sheet", "cancelled", "apple.sheet.cancelled"),
             ("client", "apple-sheet", "cancelled", "apple.sheet.cancelled"),
             ("client", "token-exchange", "rejected", "pwd.invalid"),
             ("server", "token-exchange", "rejected", "pwd.invalid")])
        self.assertEqual(self.failures(), {})
        with self.sentry():
            self.capture(locked("a failure"), STORE)
        self.assertEqual(list(self.failures()), [("session-store", "keychain.locked")])

    # Attempts

    def test_an_attempt_has_the_steps_of_all_parties_in_order(self):
        user, email = self.new_user()
        headers, answers = {}, []
        with TracerProvider().get_tracer("app").start_as_current_span("sign in") as span:
            attempt = format_trace_id(span.get_span_context().trace_id)
            TraceContextTextMapPropagator().inject(headers)
            self.log({"auth.stage": "password-entry", "auth.outcome": "success"})
            next_millisecond()
            app = self.app(headers, answers)
            token = app.sign_in_with_password({"email": email, "password": PASSWORD}).session.access_token
            next_millisecond()
            self.log({"auth.stage": "token-exchange", "auth.outcome": "success"})
        session = json.loads(base64.urlsafe_b64decode(token.split(".")[1] + "=="))["session_id"]
        next_millisecond()
        self.check_session_in_back_end(headers)
        next_millisecond()
        with self.sentry():
            self.capture(locked("the session is not saved"), STORE, trace=attempt)
            next_millisecond()
            # It belongs to another trace of the app, and to the same request.
            self.capture("answered", {"request.id": answers[0]["x-request-id"]}, user["id"])
        next_millisecond()
        self.log({"auth.outcome": "info", "auth.session.id": session})
        next_millisecond()
        self.log({"auth.outcome": "info", "user.id": user["id"]})
        # Another session of the user is another attempt.
        self.log({"auth.outcome": "info", "user.id": user["id"], "auth.session.id": str(uuid.uuid4())})
        eventually(lambda: self.events(source="server"))

        found = self.ask(f"/attempts/{attempt}")
        steps = [
            (step["party"], step["event"]["stage"], step["event"]["outcome"], step["joined_by"], step["confidence"])
            for step in found["steps"]
        ]
        self.assertEqual(steps, [
            ("phone", "password-entry", "success", "attempt", "certain"),
            ("gatehouse", "token-exchange", "success", "attempt", "certain"),
            ("phone", "token-exchange", "success", "attempt", "certain"),
            ("backend", "api-use", "success", "attempt", "certain"),
            ("phone", "session-store", "failed", "attempt", "certain"),
            ("phone", "other", "info", "request", "certain"),
            ("phone", "other", "info", "session", "likely"),
            ("phone", "other", "info", "user", "possible"),
        ])
        self.assertEqual([step["at"] for step in found["steps"]], sorted(step["at"] for step in found["steps"]))
        self.assertEqual((found["parties"], found["clock_offset_ms"], found["left_out"]), (["phone", "gatehouse", "backend"], 0, 0))
        self.assertEqual(
            {name: found["session"][name] for name in ("id", "user_id", "ended_at")},
            {"id": session, "user_id": user["id"], "ended_at": None})
        broken = found["steps"][4]["event"]
        self.assertEqual(
            found["ending"],
            {"result": "failed", "stage": "session-store", "code": "keychain.locked", "broken_event": broken["reference"]})
        self.assertEqual(
            [(finding["code"], finding["event"]) for finding in found["findings"]],
            [("inc.store_failed_session_live", broken["reference"])])
        # The server knows whose attempt it is, where the client does not say.
        self.assertEqual(found["steps"][1]["event"]["user"], user["id"])
        [failure] = self.failures().values()
        for query in [{"failure": failure}, {"user": user["id"]}]:
            self.assertIn(attempt, [each["id"] for each in self.ask("/attempts", **query)["items"]], query)

    def check_session_in_back_end(self, headers):
        """A span of a backend of the tenant, in the trace of the app's request."""
        memory = InMemorySpanExporter()
        provider = TracerProvider(resource=Resource({"service.name": "api", "host.name": "api-1"}))
        provider.add_span_processor(SimpleSpanProcessor(memory))
        context = TraceContextTextMapPropagator().extract(headers)
        with provider.get_tracer("api").start_as_current_span("GET /plan", context, attributes={"auth.stage": "api-use"}):
            pass
        exporter = OTLPSpanExporter(
            endpoint=f"http://{self.gatehouse.address}/v1/traces", headers=self.key(), timeout=HANGS_AFTER)
        self.assertEqual(exporter.export(memory.get_finished_spans()), SpanExportResult.SUCCESS)

    # The query language

    def test_queries_find_count_compare_and_are_completed(self):
        self.log(*[{**STORE, **LOCKED, "user.id": f"user-{number % 3}"} for number in range(12)], **{"os.name": "iOS"})
        self.log(
            *[{"auth.stage": "token-exchange", "auth.outcome": "success"}] * 20, {"auth.stage": "refresh", "auth.outcome": "cancelled"},
            release="2.3.0", **{"os.name": "Android"})
        with self.sentry("2.10.0"):
            for number in range(2):
                self.capture(locked(f"not saved {number}"), STORE)

        everything = self.events()
        self.assertEqual(len(everything), 35)
        for query, expected in {
            "code:keychain.* release:>=2.4 -outcome:cancelled": lambda event: event["code"] == "keychain.locked",
            "code:keychain.locked release:2.4..2.9": lambda event: event["app_version"] == "2.4.0",
            "release:2.10.* OR outcome:cancelled": lambda event: event["app_version"] == "2.10.0" or event["outcome"] == "cancelled",
            "platform:iOS user:(user-1 OR user-2)": lambda event: event["user"] in ("user-1", "user-2"),
            '"NOT saved 1"': lambda event: event["error"] and event["error"]["message"] == "not saved 1",
            "-code:* time:-1h": lambda event: event["code"] is None,
            "code:none outcome:failed": lambda event: False,
        }.items():
            with self.subTest(query):
                self.assertEqual([event["id"] for event in self.events(q=query)], [event["id"] for event in everything if expected(event)])

        counts = self.ask("/events/counts", by="app_version", q="-outcome:cancelled")
        self.assertEqual(
            ([(item["value"], item["count"]) for item in counts["items"]], counts["total"], counts["complete"]),
            ([("2.3.0", 20), ("2.4.0", 12), ("2.10.0", 2)], 34, True))
        stacked = self.ask("/events/histogram", by="platform", q="release:<2.5")
        sums = [sum(column["counts"][place] for column in stacked["columns"]) for place in range(len(stacked["series"]))]
        self.assertEqual(
            {series["value"]: count for series, count in zip(stacked["series"], sums)}, {"Android": 21, "iOS": 12})
        self.assertEqual((stacked["by"], stacked["total"], stacked["complete"]), ("platform", 33, True))
        plain = self.ask("/events/histogram", q="release:<2.5")
        totals = {name: sum(column["counts"][name] for column in plain["columns"]) for name in ("success", "failed", "cancelled", "info")}
        self.assertEqual(totals, {"success": 20, "failed": 12, "cancelled": 1, "info": 0})

        compared = self.ask("/events/comparison", q="code:keychain.locked")
        self.assertEqual((compared["selected"], compared["baseline"], compared["complete"]), (14, 21, True))
        differences = {(item["field"], item["value"]): item for item in compared["items"]}
        difference = differences["platform", "Android"]
        self.assertEqual((difference["selected"], difference["baseline"], difference["difference"]), (0, 21, -1))
        self.assertGreater(differences["app_version", "2.4.0"]["sure_difference"], 0)
        # Two of fourteen are no difference that chance does not explain.
        self.assertNotIn(("app_version", "2.10.0"), differences)

        field = self.ask("/events/completions", q="outcome:failed rel")
        self.assertEqual((field["start"], field["end"], [item["text"] for item in field["items"]]), (15, 18, ["release:"]))
        value = self.ask("/events/completions", q="code:keych outcome:failed", cursor=10)
        self.assertEqual([(item["text"], item["count"]) for item in value["items"]], [("keychain.locked", 14)])

    def test_a_faulty_query_is_refused_with_the_place_of_the_fault(self):
        faults = {
            "stage:refresh relese:2.4": ("unknown_field", 15, 6, "release"),
            # Columns count characters as a reader does.
            '"é👨‍👩‍👧" stage:refersh': ("unknown_value", 12, 7, "refresh"),
            "(" * 9 + "a" + ")" * 9: ("too_deep", 9, 1, None),
            "(" * 400 + "a" + ")" * 400: ("too_deep", 9, 1, None),
            " ".join(["a"] * 51): ("too_many_terms", 101, 1, None),
            "code:a (release:>x": ("not_a_version", 18, 1, None),
        }
        for query, expected in faults.items():
            for path, more in self.routes_with_queries():
                with self.subTest(path, query=query[:30]):
                    [error] = self.ask(path, status=422, q=query, **more)["errors"]
                    self.assertEqual(error["field"], "q")
                    self.assertEqual((error["code"], error["column"], error["length"], error.get("suggestion")), expected)

    def routes_with_queries(self):
        return [
            ("/events", {}), ("/events/counts", {"by": "code"}), ("/events/histogram", {}), ("/events/histogram", {"by": "code"}),
            ("/events/comparison", {}), ("/events/tail", {}), ("/events/export", {}),
        ]

    def test_a_query_beyond_all_limits_is_refused_and_the_server_goes_on(self):
        for long in [" ".join(["a"] * TERMS), "(" * TERMS + "a" + ")" * TERMS]:
            for path, more in self.routes_with_queries():
                query = urllib.parse.urlencode({"q": long, **more}, safe="()")
                answer = self.gatehouse.manage(self.tenant, "GET", f"{path}?{query}")
                self.assertEqual((answer.status, answer.headers.get_content_type()), (414, "text/plain"), answer)
            # Bodies may be longer than addresses.
            faulty = self.do("POST", "/views", {"name": "all", "query": long}, status=422)
            self.assertEqual([error["field"] for error in faulty["errors"]], ["query"])
        for path, more in self.routes_with_queries():
            [error] = self.ask(path, status=422, q="a " * 600, **more)["errors"]
            self.assertEqual(error["code"], "too_long")
        self.ask("/events/completions", status=422, q="a " * 600)

        with self.sentry():
            self.capture(locked("afterwards"), STORE)
        self.assertEqual(len(self.events(q="code:keychain.locked")), 1)

    def test_a_forged_cursor_is_refused(self):
        self.log(*[{**STORE, **LOCKED}] * 3)
        page = self.ask("/events", limit=1)
        cursor = page["next_cursor"]
        self.assertEqual(len(self.ask("/events", cursor=cursor)["items"]), 2)
        raw = base64.urlsafe_b64decode(cursor + "==")
        ids = 2 + raw[1]
        forged = [
            raw[:1], bytes([9]) + raw[1:], raw[:1] + b"\xff" + raw[2:], raw[:ids] + b"\xff\xfe", raw[:ids] + b"1 OR 1=1",
            raw[:ids] + b"9" * 19, raw[:ids] + b"9" * 40, raw[:1] + b"\x00" + raw[ids:], raw[:1] + b"\x01" + raw[2:3] + raw[ids:],
        ]
        texts = [base64.urlsafe_b64encode(each).decode().rstrip("=") for each in forged]
        # The cursor of another list is none of this one.
        self.new_user()
        self.new_user()
        texts.append(self.ask("/users", limit=1)["next_cursor"])
        for text in texts + ["no cursor", "%00", "é", "A" * 2000]:
            for path in ["/events", "/attempts"]:
                with self.subTest(path, cursor=text[:40]):
                    errors = self.ask(path, status=422, cursor=text)["errors"]
                    self.assertEqual([error["field"] for error in errors], ["cursor"])
        # A cursor is a place, and no right.
        other = self.gatehouse.new_tenant(f"other-{uuid.uuid4().hex[:12]}")
        self.assertEqual(self.ask("/events", tenant=other, cursor=cursor)["items"], [])

    # Other tenants

    def test_the_key_of_another_tenant_reaches_nothing(self):
        with self.sentry():
            self.capture(locked("ours"), STORE, "ada")
        [event] = self.events()
        [failure] = self.failures().values()
        view = self.do("POST", "/views", {"name": "ours", "shared": True}, status=201)
        ids = {"event": event["reference"], "failure": failure, "attempt": event["attempt"], "view": view["id"]}
        bodies = {
            "changeFailure": {"action": "archive", "version": 0}, "changeFailures": {"action": "archive", "failures": [failure]},
            "commentOnFailure": {"text": "theirs"}, "createView": {"name": "theirs"}, "replaceView": {"name": "theirs"},
        }
        queries = {"countEvents": "?by=code", "completeEventQuery": "?q=rel"}
        before = self.state(failure, view)
        other = self.gatehouse.new_tenant(f"other-{uuid.uuid4().hex[:12]}")
        operations = list(self.operations())
        self.assertGreater(len(operations), 20)
        for method, path, id in operations:
            place = path.format(**ids) + queries.get(id, "")
            arguments = method, f"/api/v1/tenants/{self.tenant['slug']}{place}", bodies.get(id)
            with self.subTest(id):
                for key, status in [(other["secret_key"], 404), (self.tenant["ingest_key"], 401)]:
                    answer = self.gatehouse.call(*arguments, {"Authorization": f"Bearer {key}"})
                    self.assertEqual(answer.status, status, answer)
                self.assertEqual(self.gatehouse.call(*arguments).status, 401)
                # By their own path, what is ours is not there.
                if "{" in path or id == "changeFailures":
                    self.do(method, place, bodies.get(id), status=404, tenant=other)
        for path in ["/events", "/failures", "/attempts", "/views"]:
            self.assertEqual(self.ask(path, tenant=other)["items"], [])
        self.assertEqual(self.state(failure, view), before)

    def operations(self):
        """Every operation on events, failures, attempts and views: its method, its path in the tenant and its id."""
        description = self.gatehouse.call("GET", "/openapi.json").json()
        for path, methods in description["paths"].items():
            found = re.fullmatch(r"/api/v1/tenants/\{tenant\}(/(?:events|failures|attempts|views)(?:/.*)?)", path)
            for method, operation in methods.items() if found else []:
                if method in ("get", "post", "put", "patch", "delete"):
                    yield method.upper(), found.group(1), operation["operationId"]

    def state(self, failure, view):
        return [
            self.ask(f"/failures/{failure}"), self.ask(f"/failures/{failure}/changes"), self.ask(f"/failures/{failure}/comments"),
            self.ask(f"/views/{view['id']}"), self.ask("/views"), self.events(),
        ]

    # Live tail

    def test_a_tail_shows_what_sdks_send_and_goes_on_where_it_was(self):
        query = "?" + urllib.parse.urlencode({"q": "code:keychain.* -outcome:cancelled", "stage": "session-store"})

        def send(message, by_sentry):
            """Sends an event that the tail shows, and one that it does not; returns the message of the first."""
            if by_sentry:
                with self.sentry():
                    self.capture(locked(f"{message} elsewhere"), {"auth.stage": "refresh"})
                    self.capture(locked(message), STORE)
            else:
                self.log({**LOCKED, "auth.stage": "refresh"}, {**STORE, **LOCKED, "auth.error.message": message})
            return message

        def next_of(tail):
            event, reference, data = tail.message()
            self.assertEqual((event, reference), ("auth-event", data["reference"]))
            return data["error"]["message"], reference

        def after(reference):
            return {"Authorization": f"Bearer {self.tenant['secret_key']}", "Last-Event-ID": reference}

        with Tail(self.gatehouse, self.tenant, query) as tail:
            self.assertEqual(tail.status, 200)
            for number, by_sentry in enumerate([True, False, True]):
                sent = send(f"seen {number}", by_sentry)
                shown, last = next_of(tail)
                self.assertEqual(shown, sent)
        missed = [send(f"missed {number}", by_sentry) for number, by_sentry in enumerate([False, True, False, True])]
        with Tail(self.gatehouse, self.tenant, query, after(last)) as tail:
            found = [next_of(tail) for _ in missed]
            self.assertEqual([message for message, _ in found], missed)
            sent = send("seen again", True)
            shown, last = next_of(tail)
            self.assertEqual(shown, sent)
        # In the middle of what was missed, and at the end.
        for reference, rest in [(found[1][1], missed[2:] + [sent]), (last, [])]:
            with Tail(self.gatehouse, self.tenant, f"{query}&seconds=0", after(reference)) as tail:
                self.assertEqual([next_of(tail)[0] for _ in rest], rest)
                self.assertEqual(tail.message(), ("end", None, {"reason": "time_over"}))
        self.assertEqual(len(self.events(q="stage:session-store")), 8)

    # Exports

    def test_both_formats_of_an_export_have_the_same_rows_and_no_formula(self):
        messages = ["=1+1", "+1+1", "-1+1", "@SUM(A1)", "\t=1+1", "first line\n=1+1", 'a "quoted" one, with a comma', "x;=1+1", "＝1+1", "é"]
        safe = ["'=1+1", "'+1+1", "'-1+1", "'@SUM(A1)", "'\t'=1+1", "first line\n'=1+1", messages[6], "x;'=1+1", "'＝1+1", "é"]
        with self.sentry():
            for message in messages[::2]:
                self.capture(StoreError(message), {**STORE, "note": "=cmd"})
        self.log(*[{**STORE, "auth.error.domain": "=StoreError", "auth.error.message": message, "=name": 1} for message in messages[1::2]])
        self.log({"auth.stage": "refresh", "auth.outcome": "success"})
        now = time.time()
        moments = [time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now + hours * 3600)) for hours in (-1, 1)]
        query = {"q": "outcome:failed -code:keychain.*", "stage": "session-store", "from": moments[0], "to": moments[1]}

        lines = self.exported({**query, "format": "ndjson"}, entries=1)
        table = self.exported({**query, "format": "csv"}, entries=2)

        events = [json.loads(line) for line in lines.splitlines()]
        rows = list(csv.DictReader(io.StringIO(table, newline=""), strict=True))
        self.assertEqual(events, self.events(**query))
        self.assertEqual(len(events), len(messages))
        names = [name for name in events[0] if name not in ("error", "attributes")]
        self.assertEqual(
            [{name: row[name] for name in names} for row in rows],
            [{name: event[name] if isinstance(event[name], str) else self.cell(event[name]) for name in names} for event in events])
        harmless = dict(zip(messages, safe))
        self.assertEqual([row["error_message"] for row in rows], [harmless[event["error"]["message"]] for event in events])
        self.assertEqual({row["error_domain"] for row in rows}, {"StoreError", "'=StoreError"})
        self.assertEqual([json.loads(row["attributes"]) for row in rows], [event["attributes"] for event in events])
        for cell in [cell for row in rows for cell in row.values() if not re.fullmatch(r"-?[0-9]+", cell)]:
            self.assertNotRegex(cell, r"\A[=+\-@＝\t\r\n]")
        self.assertTrue(table.endswith("\r\n"))

    @staticmethod
    def cell(value):
        return "" if value is None else json.dumps(value)

    def exported(self, query, entries):
        """An export as a text. Its entry is in the audit log before any of it arrives; afterwards there is another."""
        def audited(action):
            return self.gatehouse.everything(self.tenant, f"/audit?action={action}")

        with contextlib.closing(self.gatehouse.connect()) as connection:
            connection.request(
                "GET", f"/api/v1/tenants/{self.tenant['slug']}/events/export?{urllib.parse.urlencode(query)}",
                headers={"Authorization": f"Bearer {self.tenant['secret_key']}"})
            response = connection.getresponse()
            self.assertEqual(response.status, 200)
            started = audited("events.export_started")
            text = response.read().decode()
        self.assertEqual(len(started), entries)
        expected = {
            "format": query["format"], "query": query["q"], "filter": f"stage {query['stage']}", "since": query["from"], "until": query["to"]}
        changes = {change["field"]: change["after"] for change in started[0]["changes"]}
        self.assertEqual(self.comparable(changes), self.comparable(expected))
        eventually(lambda: len(audited("events.exported")) == entries)
        changes = {change["field"]: change["after"] for change in audited("events.exported")[0]["changes"]}
        rows = {"rows": str(len(self.events(**{name: value for name, value in query.items() if name != "format"}))), "complete": "yes"}
        self.assertEqual(self.comparable(changes), self.comparable({**expected, **rows}))
        return text

    @staticmethod
    def comparable(changes):
        """Fields of an entry, whatever fractions of seconds its times have."""
        return {name: re.sub(r"\.0+Z$", "Z", value) for name, value in changes.items()}

    @sqlite_only("another program holds the lock of the file")
    def test_nothing_is_exported_while_the_audit_log_cannot_be_written(self):
        self.log({**STORE, **LOCKED})
        with contextlib.closing(sqlite3.connect(self.gatehouse.data / "control.sqlite", isolation_level=None)) as database:
            database.execute("BEGIN IMMEDIATE")
            self.assertEqual(self.ask("/events/export", status=503)["code"], "unavailable")

        self.assertEqual(self.gatehouse.everything(self.tenant, "/audit?action=events.exported"), [])
        self.assertEqual(self.ask("/events/export")["code"], "keychain.locked")

    # Saved views

    def test_a_private_view_is_its_owner_s_and_a_shared_one_everyone_s(self):
        with self.sentry():
            self.capture(locked("found by a view"), STORE)
        ada, karl = (
            {"Cookie": self.gatehouse.console(self.new_user("on_call")[1], self.tenant["slug"]), "Sec-Fetch-Site": "same-origin"}
            for _ in range(2))

        def views(member, method="GET", path="", body=None, status=200):
            answer = self.gatehouse.call(method, f"/api/v1/tenants/{self.tenant['slug']}/views{path}", body, member)
            self.assertEqual(answer.status, status, answer)
            return answer.json() if answer.body else None

        def names(member):
            return [(view["name"], view["own"], view["can_change"]) for view in views(member)["items"]]

        draft = {"name": "mine", "query": "step:session-store -(code:none)", "filters": {"range": "24h", "outcome": "failed"}}
        private = views(ada, "POST", body=draft, status=201)
        shared = views(ada, "POST", body={**draft, "name": "ours", "shared": True}, status=201)

        self.assertEqual((private["query"], private["filters"]), ("stage:session-store code:*", draft["filters"]))
        self.assertEqual(len(self.events(q=private["query"])), 1)
        self.assertEqual(names(ada), [("mine", True, True), ("ours", True, True)])
        self.assertEqual(names(karl), [("ours", False, False)])
        self.assertEqual(views(karl, path=f"/{shared['id']}")["query"], private["query"])
        views(karl, path=f"/{private['id']}", status=404)
        for method, body in [("PUT", draft), ("DELETE", None)]:
            views(karl, method, f"/{private['id']}", body, status=404)
            views(karl, method, f"/{shared['id']}", body, status=403)
        self.assertEqual(names(ada), [("mine", True, True), ("ours", True, True)])
        renamed = {**draft, "name": "everyone's", "shared": True, "version": shared["version"]}
        views(ada, "PUT", f"/{shared['id']}", renamed)
        self.assertEqual(views(ada, "PUT", f"/{shared['id']}", renamed, status=409)["code"], "view_changed")
        self.assertEqual(names(karl), [("everyone's", False, False)])
        views(ada, "DELETE", f"/{private['id']}", status=204)
        views(ada, path=f"/{private['id']}", status=404)
        # A key with the right to change settings may, too.
        self.do("DELETE", f"/views/{shared['id']}", status=204)
        self.assertEqual((names(ada), names(karl)), ([], []))
        entries = self.gatehouse.everything(self.tenant, "/audit")
        self.assertEqual(
            [(entry["action"], entry["target_id"]) for entry in entries if entry["action"].startswith("view.")],
            [(action, shared["id"]) for action in ["view.deleted", "view.updated", "view.created"]])


if __name__ == "__main__":
    unittest.main()
