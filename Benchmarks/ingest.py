"""Ingest in every wire format, beside the database alone with the same rows."""

import contextlib
import http.client
import multiprocessing
import pathlib
import re
import sqlite3
import statistics
import tempfile
import time
import uuid

from deliveries import envelope, native, otlp_attributes, otlp_json, otlp_protobuf
from harness import ROOT, Gatehouse
from rows import EVENT_COLUMNS, insertion, tables_of_counts

BATCH = 100
CONNECTIONS = 4
SHAPES = 200
USER, ATTEMPT = EVENT_COLUMNS.index("user_id"), EVENT_COLUMNS.index("attempt_id")


def facts(number):
    """One of a few hundred combinations, as real apps send them."""
    failed = number % 3 == 0
    return {
        "stage": ["token-exchange", "session-store", "refresh", "session-restore"][number % 4],
        "outcome": "failed" if failed else "success",
        "app_version": f"2.{number % 5}.0", "os_version": f"18.{number % 6}", "platform": "ios",
        "device_model": f"iPhone{number % 7 + 10},1", "environment": "production",
        "error": {"domain": "NSOSStatusErrorDomain", "code": -25308, "message": f"The item could not be read ({number % 40})."}
        if failed else None,
    }


def version7(milliseconds, number):
    return uuid.UUID(int=(milliseconds << 80) | (0x7 << 76) | ((number & 0xFFF) << 64) | (0x2 << 62) | (uuid.uuid4().int & ((1 << 62) - 1)))


def events(count, start, seed):
    for number in range(count):
        moment = start + number
        event = {k: v for k, v in facts((number * 7 + seed) % SHAPES).items() if v is not None}
        event.update(
            id=str(version7(moment, number)), time=moment, user_id=str(uuid.UUID(int=0x7000_8000 << 64 | (number % 5000))),
            trace_id=uuid.uuid4().hex, network="wifi")
        yield event


def native_batch(tenant, events):
    return native(tenant, events)


def otlp_batch(encode):
    """The same facts as attributes of log records."""
    def make(tenant, events):
        records = [{
            "timeUnixNano": str(event["time"] * 1_000_000), "severityNumber": 17 if event["outcome"] == "failed" else 9, "traceId": event["trace_id"],
            "attributes": otlp_attributes({
                "log.record.uid": event["id"], "auth.stage": event["stage"], "auth.outcome": event["outcome"], "user.id": event["user_id"],
                "network.connection.type": event["network"], **error_attributes(event.get("error"))})} for event in events]
        first = events[0]
        resource = {
            "service.version": first["app_version"], "os.name": first["platform"], "os.version": first["os_version"],
            "device.model.identifier": first["device_model"], "deployment.environment.name": first["environment"]}
        return encode(tenant, resource, records)
    return make


def error_attributes(error):
    if error is None:
        return {}
    return {"auth.error.domain": error["domain"], "auth.error.code": str(error["code"]), "auth.error.message": error["message"]}


def sentry_envelope(tenant, events):
    """One event in an envelope of its own, as SDKs send errors."""
    [event] = events
    payload = {
        "event_id": event["id"].replace("-", ""), "timestamp": event["time"] / 1000, "level": "error" if event["outcome"] == "failed" else "info",
        "release": f"app@{event['app_version']}+1", "environment": event["environment"], "user": {"id": event["user_id"]},
        "tags": {"auth.stage": event["stage"], "auth.outcome": event["outcome"]},
        "contexts": {
            "trace": {"trace_id": event["trace_id"]}, "os": {"name": "iOS", "version": event["os_version"]},
            "device": {"model": event["device_model"]}}}
    if error := event.get("error"):
        meta = {"ns_error": {"domain": error["domain"], "code": error["code"]}}
        payload["exception"] = {"values": [{"type": error["domain"], "value": error["message"], "mechanism": {"type": "NSError", "meta": meta}}]}
    return envelope(tenant, {"event_id": payload["event_id"]}, [({"type": "event"}, payload)])


# What is sent, with the events of one request.
FORMATS = [
    (f"events through HTTP, batches of {BATCH}", native_batch, BATCH), (f"OTLP in protobuf, batches of {BATCH}", otlp_batch(otlp_protobuf), BATCH),
    (f"OTLP in JSON, batches of {BATCH}", otlp_batch(otlp_json), BATCH), ("Sentry, an envelope an event", sentry_envelope, 1),
]


def post(address, posts, results):
    host, port = address.split(":")
    connection = http.client.HTTPConnection(host, int(port), timeout=60)
    latencies = []
    for delivery in posts:
        began = time.perf_counter()
        connection.request("POST", delivery.path, delivery.body, delivery.headers)
        response = connection.getresponse()
        answer = response.read()
        if response.status != 200 or b"artial" in answer or b'"rejected":[{' in answer:
            raise SystemExit(f"{response.status} {answer}")
        latencies.append(time.perf_counter() - began)
    results.put(latencies)


def at_once(target, arguments):
    """Runs `target` in a process for each list of arguments; what they gave together, and the seconds."""
    results = multiprocessing.Queue()
    workers = [multiprocessing.Process(target=target, args=(*each, results)) for each in arguments]
    began = time.perf_counter()
    for worker in workers:
        worker.start()
    latencies = sorted(sum((results.get() for _ in workers), []))
    seconds = time.perf_counter() - began
    for worker in workers:
        worker.join()
    return latencies, seconds


def measure_ingest(nodes, tenant, batches, start, seed, make=native_batch, size=BATCH):
    work = []
    for number in range(CONNECTIONS):
        source = events(batches * size, start + number * 100_000, seed + number)
        work.append([make(tenant, [next(source) for _ in range(size)]) for _ in range(batches)])
    latencies, seconds = at_once(post, [(nodes[number % len(nodes)].address, part) for number, part in enumerate(work)])
    return len(latencies) * size / seconds, latencies[int(len(latencies) * 0.95)] * 1000


SUBJECTS = {}


def number_of(subject):
    return SUBJECTS.setdefault(subject, len(SUBJECTS) + 1)


def raw_rows(batches, start, seed):
    """What the program stores of such events: the rows, and what they count as."""
    for number, event in enumerate(events(batches * CONNECTIONS * BATCH, start, seed)):
        error = event.get("error")
        shape = (number * 7 + seed) % SHAPES
        row = (
            1, event["time"], int(event["id"][-6:], 16), uuid.UUID(event["id"]).bytes, shape, shape % 40 if error else None,
            number_of(uuid.UUID(event["user_id"]).bytes), None, number_of(bytes.fromhex(event["trace_id"])), None, None, 0, None,
            shape % 4 + 1 if error else None)
        yield row, (event["time"], shape, event["stage"], event["outcome"])


def fresh(rows, known, subjects):
    """The subjects of a batch that no batch before it has, with their numbers."""
    new = {row[place] for row in rows for place in (USER, ATTEMPT)} - known
    known |= new
    return [(number, subjects[number]) for number in sorted(new)]


def measure_sqlite(folder, batches, start, seed):
    """The same rows into the same tables, by SQLite alone: one transaction a batch, synchronised to disk."""
    database = sqlite3.connect(folder / f"raw-{seed}.sqlite", isolation_level=None)
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("PRAGMA synchronous=FULL")
    database.execute("PRAGMA wal_autocheckpoint=4000")
    for file in sorted((ROOT / "migrations" / "sqlite" / "events").glob("*.sql")):
        database.executescript(file.read_text())
    stored = list(raw_rows(batches, start, seed))
    known, subjects = set(), {number: subject for subject, number in SUBJECTS.items()}
    began = time.perf_counter()
    for place in range(0, len(stored), BATCH):
        rows, facts = zip(*stored[place:place + BATCH])
        new = [(1, n, subject, 0) for n, subject in fresh(rows, known, subjects)]
        database.execute("BEGIN IMMEDIATE")
        database.executemany("INSERT INTO subjects (tenant_id, id, value, created_at) VALUES (?,?,?,?)", new)
        database.executemany(f"{insertion('events', EVENT_COLUMNS)} ON CONFLICT DO NOTHING", rows)
        for table, key, added in tables_of_counts(facts):
            database.executemany(
                f"{insertion(table, (*key, 'n'))} ON CONFLICT DO UPDATE SET n = n + excluded.n", [(1, *values, n) for values, n in added.items()])
        database.execute("COMMIT")
    seconds = time.perf_counter() - began
    database.close()
    return len(stored) / seconds


COPY = f"COPY events ({', '.join(EVENT_COLUMNS)}) FROM STDIN;"


def copied(value):
    """As COPY reads it in its text format."""
    if value is None:
        return r"\N"
    return r"\\x" + value.hex() if isinstance(value, bytes) else str(value)


def copy_script(stored, size, counting):
    """`size` rows a transaction, and with `counting` what they count as beside them."""
    yield "SET search_path = events; SET client_min_messages = warning;"
    for place in range(0, len(stored), size):
        rows, facts = zip(*stored[place:place + size])
        yield "BEGIN;"
        yield COPY
        yield from ("\t".join(copied(value) for value in row) for row in rows)
        yield r"\."
        if counting:
            for table, key, added in tables_of_counts(facts):
                values = ",".join(
                    "(1," + ",".join(str(v) if isinstance(v, int) else f"'{v}'" for v in place) + f",{n})" for place, n in sorted(added.items()))
                columns = ", ".join(key)
                yield (
                    f"INSERT INTO {table} ({columns}, n) VALUES {values} ON CONFLICT ({columns}) DO UPDATE SET n = {table}.n + excluded.n;")
        yield "COMMIT;"


def measure_copy(database, stored, size, counting):
    """The same rows into the same tables, by psql and COPY alone, as a superuser to whom no policy applies."""
    script = "\n".join(copy_script(stored, size, counting)) + "\n"
    began = time.perf_counter()
    database.query(script)
    return len(stored) / (time.perf_counter() - began)


def ingest(table, setup):
    batches, repeats = setup.sizes.batches, setup.sizes.repeats
    with setup.running(GATEHOUSE_LOG_LEVEL="error") as nodes, contextlib.ExitStack() as stack:
        tenant = nodes[0].new_tenant("acme")
        start = int(time.time() * 1000) - 86_400_000
        if setup.engine == "sqlite":
            folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
        else:
            raw = empty_copy(nodes[0], stack)
        ours = {name: [] for name, _, _ in FORMATS}
        late = {name: [] for name, _, _ in FORMATS}
        alone, bare = [], []
        measure_ingest(nodes, tenant, max(1, batches // 5), start, 0)
        for turn in range(1, repeats + 1):
            for place, (name, make, size) in enumerate(FORMATS):
                requests = batches if size > 1 else batches * 5
                rate, p95 = measure_ingest(nodes, tenant, requests, start + (4 * turn + place) * 1_000_000, 10 * turn + place, make, size)
                ours[name].append(rate)
                late[name].append(p95)
            if setup.engine == "sqlite":
                alone.append(measure_sqlite(folder, batches, start, turn))
                continue
            stored = list(raw_rows(batches, start + turn * 1_000_000, turn))
            alone.append(measure_copy(raw, stored, BATCH, counting=True))
            again = list(raw_rows(batches, start + turn * 1_000_000 + 500_000, turn))
            bare.append(measure_copy(raw, again, len(again), counting=False))
        by = "SQLite alone" if setup.engine == "sqlite" else f"COPY of {BATCH} rows and their counts"
        table(f"the same rows by {by}", f"{statistics.median(alone):,.0f}/s")
        for place, (name, rates) in enumerate(ours.items()):
            ratio = statistics.median(a / b for a, b in zip(rates, alone))
            table(name, f"{statistics.median(rates):,.0f}/s", f"p95 {statistics.median(late[name]):.1f} ms", beside=f"ratio {ratio:.2f}",
                  reach=reached(place, setup.engine))
        if bare:
            table("the same rows by one COPY, nothing counted", f"{statistics.median(bare):,.0f}/s")
        for node in nodes:
            table("memory after it", f"{memory(node):.0f} MB", reach="250 MB")


def reached(place, engine):
    if place == len(FORMATS) - 1:
        return "3,000/s"
    return "ratio 0.60" if engine == "postgres" else "ratio 0.50, 20,000/s"


def empty_copy(node, stack):
    """Another database on the same server, with the same tables."""
    database = node.installed_on.server.new_database()
    stack.callback(database.drop)
    with Gatehouse(GATEHOUSE_DATABASE_URL=database.url, GATEHOUSE_DATABASE_OWNER_URL=database.owner_url) as other:
        other.command("migrate")
    return database


def memory(gatehouse):
    status = pathlib.Path(f"/proc/{gatehouse.process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status).group(1)) / 1024
