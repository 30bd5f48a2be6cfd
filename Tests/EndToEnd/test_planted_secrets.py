"""Events with secrets in every field that a client can fill: none of them is found again, in any file, log or answer."""

import collections
import itertools
import json
import os
import pathlib
import subprocess
import time
import unittest
import uuid

from deliveries import envelope, lines, log_item, native, otlp_attributes, otlp_json, otlp_protobuf, otlp_value, sentry_attributes
from harness import RELEASE_PROGRAM, Gatehouse
from planted import Search, Secrets

# Two rounds of all formats, with some 13,000 secrets; a debug program takes half a minute for them. `scripts/test --all` sends 10,000.
EVENTS = int(os.environ.get("GATEHOUSE_PLANTED_EVENTS", "650"))
SEED = int(os.environ.get("GATEHOUSE_PLANTED_SEED", "7"))
BATCH = 50
# Four numbers with points are a version there, not an address: nobody can tell them apart.
VERSIONS = {
    "app_version", "os_version", "build", "app_build", "version", "release", "dist", "sentry.release", "service.version", "app.version", "os.version",
    "app.build_id"}


class Planter:
    """Puts secrets into the fields of events and remembers where."""

    def __init__(self, secrets):
        self.secrets, self.random = secrets, secrets.random
        self.search = Search()
        self.count = 0
        self.prefix = ""
        self.kinds = itertools.cycle(secrets.kinds)

    def phrase(self, field):
        """A text with a secret in it."""
        return self.plant(field).phrase(self.random)

    def pair(self, field):
        """A name that says that the value is a secret, and the value alone."""
        secret = self.plant(field)
        return self.random.choice(secret.names), secret.written

    def plant(self, field):
        kind = next(self.kinds)
        secret = self.secrets.next(self.secrets.address6 if field in VERSIONS and kind == self.secrets.address4 else kind)
        self.count += 1
        self.search.add(secret, f"{self.prefix} {field}")
        return secret

    def short(self, field, most=128):
        """A text that is short enough to be an id or a name."""
        while True:
            secret = self.secrets.next(next(self.kinds))
            text = secret.phrase(self.random)
            if len(text) <= most:
                self.count += 1
                self.search.add(secret, f"{self.prefix} {field}")
                return text

    def fill(self, fields, most=2):
        """Some of the fields, each with a phrase; the others stay as they are."""
        chosen = self.random.sample(sorted(fields), min(most, len(fields)))
        return {field: self.phrase(field) for field in chosen}

    def values(self, field):
        """Names and values of every kind, as attributes, tags and extra are."""
        def of(name, value):
            return {name: value}

        makers = [
            lambda: of(*self.pair(f"{field} by name")), lambda: of("note", self.phrase(f"{field} text")),
            lambda: of("list", [self.phrase(f"{field} list"), of(*self.pair(f"{field} by name in a list"))]),
            lambda: of("request", {"headers": of(*self.pair(f"{field} by inner name")), "url": self.phrase(f"{field} nested")}),
            lambda: of(self.short(f"{field} name"), "x")]
        first, second = self.random.sample(makers, 2)
        return first() | second()


def native_event(planter):
    now = int(time.time() * 1000)
    dimensions = [
        "name", "provider", "app_version", "environment", "platform", "os_version", "device_model", "user_id", "session_id", "network", "build",
        "app_state", "installation_id"]
    error = planter.fill(["domain", "code", "message"])
    error["chain"] = [planter.fill(["domain", "code", "message"]) for _ in range(2)]
    error["userInfo"] = planter.values("error")
    return {
        "time": now, "outcome": "failed", "stage": "refresh", "trace_id": uuid.uuid4().hex, "error": error, **planter.fill(dimensions, 5), "id": uuid.uuid4().hex[:8] + planter.short("id", 100),
        "attributes": planter.values("attributes"), **planter.values("member")}


def rejected_event(planter):
    """What cannot be stored: the answer may say why, and nothing may say what it was."""
    field = planter.random.choice(["outcome", "stage", "time", "attributes", "error"])
    # The answer names an event by the id that its sender gave it, and nothing keeps that.
    event = {"time": int(time.time() * 1000), "outcome": "failed", "stage": "refresh", "duration_ms": planter.phrase("duration_ms")}
    event[field] = [planter.phrase(field)] if field == "error" else planter.phrase(field)
    return event


def sentry_event(planter):
    now = time.time()
    frame = planter.fill(["filename", "function", "context_line", "module"]) | {"vars": planter.values("frame")}
    exception = planter.fill(["type", "value", "module"]) | {
        "mechanism": {"type": "NSError", "data": planter.values("mechanism"), "meta": {"ns_error": planter.fill(["domain", "code"])}},
        "stacktrace": {"frames": [frame]}}
    request = planter.fill(["url", "query_string", "data", "method", "fragment"]) | {
        "headers": dict([planter.pair("header")]), "cookies": planter.phrase("cookies"), "env": planter.values("env")}
    crumb = planter.fill(["message", "category", "type"]) | {"data": planter.values("breadcrumb")}
    contexts = {
        "os": planter.fill(["name", "version", "build"]), "device": planter.fill(["model", "name", "model_id", "installation_id"]),
        "app": planter.fill(["app_identifier", "app_build", "app_version"]), "runtime": planter.fill(["name", "version"]),
        "browser": planter.fill(["name", "version"]), "own": planter.values("context"), "auth": planter.fill(["method", "provider"]),
        "trace": {"trace_id": uuid.uuid4().hex, "op": planter.phrase("trace op")}}
    tags = {name: value for name, value in planter.values("tags").items() if isinstance(value, str)}
    named = planter.fill(["release", "dist", "environment", "platform", "transaction", "server_name", "logger", "level"], 4)
    return {
        "event_id": uuid.uuid4().hex, "timestamp": now, "level": "error", **named,
        "message": planter.phrase("message"), "logentry": planter.fill(["message", "formatted"]) | {"params": [planter.phrase("params")]},
        "fingerprint": [planter.phrase("fingerprint")], "tags": tags if planter.random.random() < 0.5 else [list(tag) for tag in tags.items()],
        "extra": planter.values("extra"), "contexts": contexts, "user": planter.fill(["id", "email", "username", "ip_address", "name"], 4),
        "request": request, "breadcrumbs": {"values": [crumb]}, "exception": {"values": [exception, exception | planter.fill(["value"])]},
        "modules": planter.values("modules"), "sdk": planter.fill(["name", "version"]),
        "threads": {"values": [planter.fill(["name"]) | {"stacktrace": {"frames": [frame]}}]}}


def sentry_log(planter):
    attributes = {name: value for name, value in planter.values("log attribute").items() if isinstance(value, (str, int))}
    attributes |= planter.fill([
        "sentry.release", "sentry.environment", "sentry.message.template", "sentry.message.parameter.0", "user.id", "user.email", "server.address",
        "auth.stage", "auth.outcome", "auth.error.domain", "auth.error.code", "auth.session.id", "os.version"], 5)
    return {
        "timestamp": time.time(), "trace_id": uuid.uuid4().hex, "level": planter.random.choice(["info", planter.phrase("level")]),
        "body": planter.phrase("body"), "attributes": sentry_attributes(attributes)}


def sentry_rest(planter):
    """What is counted and not kept."""
    now = time.time()
    session = {
        "sid": str(uuid.uuid4()), "did": planter.phrase("did"), "init": True, "started": now, "status": planter.phrase("status"),
        "attrs": planter.fill(["release", "environment", "ip_address", "user_agent"])}
    lost = {"timestamp": now, "discarded_events": [{"reason": planter.phrase("reason"), "category": planter.phrase("category"), "quantity": 1}]}
    feedback = {"event_id": uuid.uuid4().hex, **planter.fill(["name", "email", "comments"])}
    return [
        ({"type": "session"}, session), ({"type": "client_report"}, lost), ({"type": "user_report"}, feedback),
        ({"type": "attachment", "filename": planter.phrase("file name")}, planter.phrase("attachment").encode()),
        ({"type": planter.phrase("type")}, {}), ({"type": "event"}, ("{" + planter.phrase("broken payload")).encode())]


OTLP_FIELDS = [
    "service.version", "app.version", "deployment.environment.name", "os.name", "os.version", "device.model.identifier", "user.id", "auth.session.id",
    "auth.method", "auth.stage", "auth.outcome", "auth.error.domain", "auth.error.code", "auth.error.message", "exception.type", "exception.message",
    "exception.stacktrace", "error.type", "log.record.uid", "auth.attempt.id", "app.installation.id", "network.connection.type", "app.build_id",
    "auth.duration_ms", "http.request.header.cookie", "url.full", "enduser.id"]


def otlp_log(planter):
    body = planter.phrase("body") if planter.random.random() < 0.7 else planter.values("body")
    attributes = planter.values("attribute") | planter.fill(OTLP_FIELDS, 4)
    attributes["auth.error.chain"] = [planter.phrase("chain")]
    return {
        "timeUnixNano": str(time.time_ns()), "severityNumber": 17, "severityText": planter.phrase("severity"), "traceId": uuid.uuid4().hex,
        "eventName": planter.phrase("event name"), "body": otlp_value(body), "attributes": otlp_attributes(attributes) + [
            {"key": "bytes", "value": {"bytesValue": base64_of(planter.phrase("bytes"))}}]}


def otlp_span(planter):
    now = time.time_ns()
    exception = planter.fill(["exception.type", "exception.message", "exception.stacktrace"]) | planter.values("span event")
    return {
        "name": "auth.check " + planter.phrase("span name"), "traceId": uuid.uuid4().hex, "spanId": uuid.uuid4().hex[:16], "kind": 2,
        "startTimeUnixNano": str(now), "endTimeUnixNano": str(now + 5_000_000), "traceState": planter.phrase("trace state"),
        "attributes": otlp_attributes(planter.values("attribute") | planter.fill(OTLP_FIELDS, 4)),
        "events": [
            {"timeUnixNano": str(now), "name": "exception", "attributes": otlp_attributes(exception)},
            {"timeUnixNano": str(now), "name": planter.phrase("event name"), "attributes": otlp_attributes(planter.values("event"))}],
        "links": [{"traceId": uuid.uuid4().hex, "spanId": uuid.uuid4().hex[:16], "attributes": otlp_attributes(planter.values("link"))}],
        "status": {"code": 2, "message": planter.phrase("status")}}


def base64_of(text):
    import base64
    return base64.b64encode(text.encode()).decode()


def deliveries(planter, tenant):
    """Requests without end, each with the number of its events that are stored, a format in turn."""
    while True:
        planter.prefix = "native:"
        shared = {"resource": planter.fill(["app_version", "environment", "platform", "device_model"]) | planter.values("resource")}
        yield native(tenant, [native_event(planter) for _ in range(BATCH)], **shared, sdk=planter.phrase("delivery")), BATCH
        planter.prefix = "lines:"
        yield lines(tenant, [native_event(planter) for _ in range(BATCH)]), BATCH
        planter.prefix = "rejected:"
        broken = ['{"outcome":"failed","x":"' + planter.phrase("broken line") for _ in range(2)]
        yield lines(tenant, [rejected_event(planter) for _ in range(5)] + broken), 0
        planter.prefix = "sentry:"
        for _ in range(BATCH // 2):
            header = {"event_id": uuid.uuid4().hex, "sdk": planter.fill(["name", "version"]), "trace": planter.values("trace header")}
            yield envelope(tenant, header, [({"type": "event"}, sentry_event(planter))]), 1
        planter.prefix = "sentry log:"
        yield envelope(tenant, {}, [log_item([sentry_log(planter) for _ in range(BATCH)])]), BATCH
        planter.prefix = "sentry rest:"
        yield envelope(tenant, {}, sentry_rest(planter)), 0
        for name, encode in [("protobuf", otlp_protobuf), ("OTLP JSON", otlp_json)]:
            planter.prefix = f"{name} log:"
            scope = {"name": planter.phrase("scope"), "version": planter.phrase("scope version"), "attributes": otlp_attributes(planter.values("scope"))}
            resource = planter.values("resource") | planter.fill(OTLP_FIELDS, 4)
            yield encode(tenant, resource, [otlp_log(planter) for _ in range(BATCH)], scope=scope), BATCH
            planter.prefix = f"{name} span:"
            yield encode(tenant, resource, spans=[otlp_span(planter) for _ in range(BATCH // 2)], scope=scope), BATCH // 2


class PlantedSecrets(unittest.TestCase):
    def test_no_secret_of_an_event_is_kept_anywhere(self):
        with Gatehouse(program=RELEASE_PROGRAM, GATEHOUSE_LOG_LEVEL="trace") as gatehouse:
            gatehouse.start()
            tenant = gatehouse.new_tenant("acme")
            planter = Planter(Secrets(SEED))
            replies, stored = self.send(gatehouse, tenant, planter)
            listed = self.answers(gatehouse, tenant)
            # The write-ahead log is searched as the server leaves it while it runs.
            places = {"an answer to a delivery": replies, "an answer of the API": listed, **self.files(gatehouse)}

            findings = {place: list(planter.search.find(data)) for place, data in places.items()}

            rows = len(gatehouse.stored_events())
            gatehouse.terminate()
            print(f"\n{planter.count} secrets in {rows} events; {sum(map(len, places.values())) >> 20} MiB searched")
            self.assertGreaterEqual(rows, stored)
            report = self.report(findings)
            self.assertEqual(sum(map(len, findings.values())), 0, report)

    def send(self, gatehouse, tenant, planter):
        replies, stored = bytearray(), 0
        connection = gatehouse.connect(timeout=60)
        for post, count in deliveries(planter, tenant):
            answer = post.send(gatehouse, connection)
            self.assertEqual(answer.status, 200, (post.path, answer))
            replies += answer.body
            for name, value in answer.headers.items():
                replies += f"{name}: {value}\n".encode()
            stored += count
            if stored >= EVENTS:
                break
        # Requests that are rejected whole, and texts in their addresses and fields.
        planter.prefix = "rejected request:"
        for _ in range(100):
            name, value = planter.pair("header")
            path = f"/ingest/v1/events?access_token={planter.secrets.text(32)}"
            body = ("{" + planter.phrase("body")).encode()
            answer = gatehouse.call(
                "POST", path, body, {"Authorization": f"Bearer {tenant['ingest_key']}", "Content-Type": "application/json", "User-Agent": value.replace("\n", " ")},
                connection=connection)
            self.assertEqual(answer.status, 400, answer)
            replies += answer.body
        return bytes(replies), stored

    def answers(self, gatehouse, tenant):
        """All events as the API lists them, and what it counts by."""
        text = bytearray()
        for event in gatehouse.everything(tenant, "/events"):
            text += json.dumps(event, ensure_ascii=False).encode()
        facets = ["name", "app_version", "environment", "platform", "device_model"]
        for path in ["/events/outcomes", "/events/histogram", *(f"/events/counts?by={name}&limit=200" for name in facets)]:
            answer = gatehouse.manage(tenant, "GET", path)
            self.assertEqual(answer.status, 200, answer)
            text += answer.body
        return bytes(text)

    def files(self, gatehouse):
        """Every file of the installation as it is on disk, the log of the program, and with PostgreSQL a dump."""
        places = {path.name: path.read_bytes() for path in pathlib.Path(gatehouse.data.parent).rglob("*") if path.is_file()}
        self.assertIn("server.log", places)
        if gatehouse.database:
            places["a dump"] = subprocess.run(["pg_dump", gatehouse.database.super_url], capture_output=True, check=True).stdout
        else:
            self.assertGreater(len(places["events.sqlite"]) + len(places["events.sqlite-wal"]), 100_000)
        return places

    @staticmethod
    def report(findings):
        """Each field with a finding once, with an example."""
        by_field = collections.defaultdict(list)
        for place, found in findings.items():
            for finding in found:
                by_field[place, finding.secret.kind, finding.where].append(finding)
        return "\n" + "\n".join(
            f"{place}: {kind} in {where}, {len(found)} times: {found[0].form} {found[0].around!r}"
            for (place, kind, where), found in sorted(by_field.items(), key=lambda item: item[0]))


class SearchTests(unittest.TestCase):
    """The search finds what is there."""

    def test_every_form_is_found_at_every_offset(self):
        import base64
        import urllib.parse
        for kind in Secrets(SEED).kinds:
            secret = kind()
            search = Search()
            search.add(secret, "a field")
            for needle in secret.needles:
                if len(needle) < 12:
                    continue
                for before in ["", "a", "ab", "abc"]:
                    text = f"{before}{needle} and more"
                    for data in [
                        text.encode(), urllib.parse.quote(text, safe="").encode(), base64.b64encode(text.encode()), text.encode("utf-16-le"),
                        text.encode("utf-16-be"), text.encode().hex().encode(),
                    ]:
                        self.assertTrue(list(search.find(b"\0\1" + data)), (secret.kind, needle, data))

    def test_a_code_is_found_in_a_text_and_by_chance_in_no_id(self):
        search = Search()
        secret = Secrets(SEED).one_time_code()
        search.add(secret, "a field")
        code = secret.written
        ids = [f"0193a0c5{code}7c3a9b5d2f64", f"0193a0c5-7f1e-7c3a-9b5d-2f{code}64"]
        self.assertEqual([list(search.find(text.encode())) for text in ids], [[], []])
        for text in [code, f"otp{code}", f"{ids[0]} and {code}", f"name{code}phone", f"1795251590{code}123456"]:
            self.assertTrue(list(search.find(text.encode())), text)

    def test_nothing_is_found_in_other_texts(self):
        secrets, search = Secrets(SEED), Search()
        for kind in secrets.kinds * 20:
            search.add(kind(), "a field")
        other = " ".join(kind().written for kind in secrets.kinds * 20)
        self.assertEqual(list(search.find(other.encode())), [])


if __name__ == "__main__":
    unittest.main()
