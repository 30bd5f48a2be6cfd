"""Measures the running program beside a reference, in one run.

    scripts/bench [--engine sqlite|postgres] [--nodes N] [start] [ingest] [sessions] [refresh] [apple] [passwords] [pages] [timing]

On PostgreSQL the server is a throw-away one that waits for the disk, as one for people would.
Each figure stands beside what it is compared with, measured in turn on the same machine: machines differ and drift, ratios less so.
"""

import argparse
import concurrent.futures
import contextlib
import hashlib
import http.client
import json
import multiprocessing
import os
import pathlib
import random
import re
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request
import uuid

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "Tests" / "EndToEnd"))
os.environ.setdefault("GATEHOUSE_PROGRAM", str(ROOT / ".build" / "release" / "gatehouse"))

from cluster import Cluster  # noqa: E402
from harness import PASSWORD, Gatehouse  # noqa: E402
from postgres import Server  # noqa: E402

BATCH = 100
SHAPES = 200
CONNECTIONS = 4
SPANS = [("m", 60_000), ("h", 3_600_000), ("d", 86_400_000)]


@contextlib.contextmanager
def running(setup, **settings):
    """The nodes of a running installation; more than one share a database."""
    if setup.engine == "sqlite":
        with Gatehouse(**settings) as gatehouse:
            gatehouse.start()
            yield [gatehouse]
        return
    with Server(durable=True) as server, Cluster(setup.nodes, server=server, **settings) as cluster:
        yield cluster.nodes


def version7(milliseconds, number):
    return uuid.UUID(int=(milliseconds << 80) | (0x7 << 76) | ((number & 0xFFF) << 64) | (0x2 << 62) | (uuid.uuid4().int & ((1 << 62) - 1)))


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


def events(count, start, seed):
    for number in range(count):
        moment = start + number
        event = {k: v for k, v in facts((number * 7 + seed) % SHAPES).items() if v is not None}
        event.update(
            id=str(version7(moment, number)), time=moment, user_id=str(uuid.UUID(int=0x7000_8000 << 64 | (number % 5000))),
            trace_id=uuid.uuid4().hex, network="wifi")
        yield event


def post(address, key, bodies, results):
    host, port = address.split(":")
    connection = http.client.HTTPConnection(host, int(port), timeout=60)
    latencies = []
    for body in bodies:
        began = time.perf_counter()
        connection.request("POST", "/ingest/v1/events", body, {"Authorization": f"Bearer {key}", "Content-Type": "application/json"})
        response = connection.getresponse()
        answer = json.loads(response.read())
        if response.status != 200 or answer["accepted"] != BATCH:
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


def measure_ingest(nodes, tenant, batches, start, seed):
    bodies = []
    for number in range(CONNECTIONS):
        source = events(batches * BATCH, start + number * 100_000, seed + number)
        bodies.append([json.dumps({"events": [next(source) for _ in range(BATCH)]}).encode() for _ in range(batches)])
    latencies, seconds = at_once(
        post, [(nodes[number % len(nodes)].address, tenant["ingest_key"], part) for number, part in enumerate(bodies)])
    return len(latencies) * BATCH / seconds, latencies[int(len(latencies) * 0.95)] * 1000


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
            number_of(uuid.UUID(event["user_id"]).bytes), None, number_of(bytes.fromhex(event["trace_id"])), None, None, 0, None)
        yield row, (event["time"], shape, event["stage"], event["outcome"])


def sums(facts):
    """Of one batch: what is added to `event_counts` and to `event_totals`."""
    counts, totals = {}, {}
    for moment, shape, stage, outcome in facts:
        for span, unit in SPANS:
            start = moment // unit * unit
            counts[span, start, shape] = counts.get((span, start, shape), 0) + 1
            totals[span, start, stage, outcome] = totals.get((span, start, stage, outcome), 0) + 1
    return counts, totals


def fresh(rows, known, subjects):
    """The subjects of a batch that no batch before it has, with their numbers."""
    new = {row[place] for row in rows for place in (6, 8)} - known
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
        database.executemany("INSERT INTO subjects VALUES (?,?,?,?)", new)
        database.executemany("INSERT INTO events VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?) ON CONFLICT DO NOTHING", rows)
        counts, totals = sums(facts)
        database.executemany(
            "INSERT INTO event_counts VALUES (1,?,?,?,?) ON CONFLICT DO UPDATE SET n = n + excluded.n",
            [(*key, n) for key, n in counts.items()])
        database.executemany(
            "INSERT INTO event_totals VALUES (1,?,?,?,?,?) ON CONFLICT DO UPDATE SET n = n + excluded.n",
            [(*key, n) for key, n in totals.items()])
        database.execute("COMMIT")
    seconds = time.perf_counter() - began
    database.close()
    return len(stored) / seconds


COPY = (
    "COPY events (tenant_id, occurred_at, seq, id, shape_id, message_id, user_id, session_id, attempt_id, installation_id, duration_ms, "
    "delay, rest) FROM STDIN;")


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
            counts, totals = sums(facts)
            for table, key, added in [
                ("event_counts", "tenant_id, span, start, shape_id", counts),
                ("event_totals", "tenant_id, span, start, stage, outcome", totals),
            ]:
                values = ",".join(
                    "(1," + ",".join(str(v) if isinstance(v, int) else f"'{v}'" for v in key) + f",{n})" for key, n in sorted(added.items()))
                yield f"INSERT INTO {table} VALUES {values} ON CONFLICT ({key}) DO UPDATE SET n = {table}.n + excluded.n;"
        yield "COMMIT;"


def measure_copy(database, stored, size, counting):
    """The same rows into the same tables, by psql and COPY alone, as a superuser to whom no policy applies."""
    script = "\n".join(copy_script(stored, size, counting)) + "\n"
    began = time.perf_counter()
    database.query(script)
    return len(stored) / (time.perf_counter() - began)


def ingest(table, setup):
    with running(setup, GATEHOUSE_LOG_LEVEL="error") as nodes, contextlib.ExitStack() as stack:
        tenant = nodes[0].new_tenant("acme")
        start = int(time.time() * 1000) - 86_400_000
        if setup.engine == "sqlite":
            folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
        else:
            raw = empty_copy(nodes[0], stack)
        ours, alone, late, bare = [], [], [], []
        measure_ingest(nodes, tenant, 20, start, 0)
        for turn in range(1, 4):
            rate, p95 = measure_ingest(nodes, tenant, 100, start + turn * 1_000_000, turn)
            ours.append(rate)
            late.append(p95)
            if setup.engine == "sqlite":
                alone.append(measure_sqlite(folder, 100, start, turn))
                continue
            stored = list(raw_rows(100, start + turn * 1_000_000, turn))
            alone.append(measure_copy(raw, stored, BATCH, counting=True))
            again = list(raw_rows(100, start + turn * 1_000_000 + 500_000, turn))
            bare.append(measure_copy(raw, again, len(again), counting=False))
        table(f"events through HTTP, batches of {BATCH}", f"{statistics.median(ours):,.0f}/s", f"p95 {statistics.median(late):.1f} ms")
        by = "SQLite alone" if setup.engine == "sqlite" else f"COPY of {BATCH} rows and their counts"
        table(f"the same rows by {by}", f"{statistics.median(alone):,.0f}/s", "")
        if bare:
            table("the same rows by one COPY, nothing counted", f"{statistics.median(bare):,.0f}/s", "")
        table("ratio", f"{statistics.median(a / b for a, b in zip(ours, alone)):.2f}", "reach 0.60" if setup.engine == "postgres" else "reach 0.50")
        for node in nodes:
            table("memory after it", f"{memory(node):.0f} MB", "")


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


def load(nodes, path, headers):
    """64 connections over all nodes at once: requests per second, the slowest node's p99, and how many were answered wrongly."""
    flags = [word for header in headers for word in ("-H", header)]
    each = max(1, 64 // len(nodes))
    running = [
        subprocess.Popen(
            ["wrk", "-t1", f"-c{each}", "-d5s", "--latency", *flags, f"http://{node.address}{path}"], stdout=subprocess.PIPE, text=True)
        for node in nodes]
    told = [process.communicate()[0] for process in running]
    rate = sum(float(re.search(r"Requests/sec:\s+([\d.]+)", text).group(1)) for text in told)
    late = max(milliseconds(re.search(r"^ +99%\s+(\S+)", text, re.M).group(1)) for text in told)
    wrong = sum(int(found.group(1)) for text in told if (found := re.search(r"Non-2xx.*: (\d+)", text)))
    return rate, late, wrong


def milliseconds(text):
    number, unit = re.fullmatch(r"([\d.]+)(us|ms|s|m)", text).groups()
    return float(number) * {"us": 0.001, "ms": 1, "s": 1000, "m": 60_000}[unit]


def logged_statements(node, work):
    """What the server of PostgreSQL ran for `work`, in order, each with its parameters written out."""
    server, name = node.installed_on.server, node.installed_on.name
    log, mark = pathlib.Path(server.folder) / "log", f"mark-{uuid.uuid4().hex}"
    server.sql("ALTER SYSTEM SET log_statement = 'all'")
    server.sql("SELECT pg_reload_conf()")
    time.sleep(0.5)
    server.sql(f"SELECT '{mark}-begin'")
    work()
    server.sql(f"SELECT '{mark}-end'")
    server.sql("ALTER SYSTEM RESET log_statement")
    server.sql("SELECT pg_reload_conf()")
    # As many as the test server's log holds of this database between the two marks; a line that goes on begins with a tab.
    text = log.read_text(errors="replace").replace("\n\t", " ")
    text = text[text.index(f"{mark}-begin"):text.index(f"{mark}-end")]
    found = re.findall(
        rf"@{name} LOG:  (?:execute [^:]*|statement): (.*?)(?:\n[^\n]*@{name} DETAIL:  [Pp]arameters: (.*))?$", text, re.M)
    return [with_parameters(statement, parameters) for statement, parameters in found]


def with_parameters(statement, parameters):
    values = dict(re.findall(r"\$(\d+) = (NULL|'(?:[^']|'')*')", parameters))
    return re.sub(r"\$(\d+)", lambda found: values[found.group(1)], statement)


def by_pgbench(database, statements, connections, pipelined=False, seconds=5):
    """Statements by pgbench alone, prepared, from as many connections: how often a second. Pipelined, they are one round trip and one transaction."""
    with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR")) as folder:
        script = pathlib.Path(folder) / "statements.sql"
        lines = [f"{statement.rstrip(';')};" for statement in statements]
        script.write_text("\n".join(["\\startpipeline", *lines, "\\endpipeline"] if pipelined else lines) + "\n")
        options = "-c search_path=control,pg_temp -c jit=off -c role=gatehouse_app"
        if pipelined:
            # As the program's connections do where they only read.
            options += " -c plan_cache_mode=force_generic_plan -c default_transaction_isolation=repeatable\\ read -c default_transaction_read_only=on"
        done = subprocess.run(
            ["pgbench", "--no-vacuum", "--protocol=prepared", f"--client={connections}", f"--time={seconds}", f"--file={script}", database.url],
            capture_output=True, text=True, env=os.environ | {"PGOPTIONS": options})
    if done.returncode != 0:
        raise SystemExit(f"pgbench: {done.returncode}\n{done.stderr}")
    return float(re.search(r"tps = ([\d.]+) \(without", done.stdout).group(1))


def updates_by_pgbench(database, connections, seconds=5):
    """How often a second PostgreSQL alone puts another token into a row, each time waiting for the disk."""
    database.query("CREATE TABLE control.bench_tokens (id integer PRIMARY KEY, token bytea NOT NULL); "
                   "INSERT INTO control.bench_tokens SELECT n, sha256(n::text::bytea) FROM generate_series(1, 1000) n; "
                   "GRANT ALL ON control.bench_tokens TO PUBLIC")
    return by_pgbench(
        database, ["UPDATE bench_tokens SET token = sha256(random()::text::bytea) WHERE id = 1 + floor(random() * 1000)"], connections, seconds=seconds)


def sessions(table, setup):
    with running(setup, GATEHOUSE_LOG_LEVEL="error", GATEHOUSE_PASSWORD_COST="17") as nodes:
        tenant = nodes[0].new_tenant("acme")
        token = nodes[0].sign_up(tenant, "ada@acme.example")["token"]
        assert nodes[-1].session(tenant, token)
        if not shutil.which("wrk"):
            table("who-am-I", "not measured", "install wrk")
            return
        headers = [f"apikey: {tenant['publishable_key']}", f"Authorization: Bearer {token}"]
        for name, path in [("who-am-I, 64 connections", "/api/auth/get-session"), ("a route without a database", "/healthz")]:
            rate, late, wrong = load(nodes, path, headers)
            table(name, f"{rate:,.0f}/s", f"p99 {late:.1f} ms" + (f", {wrong} wrong" if wrong else ""))
        if setup.engine == "postgres":
            asked = dict(header.split(": ", 1) for header in headers)
            nodes[0].call("GET", "/api/auth/get-session", headers=asked)
            statements = logged_statements(nodes[0], lambda: nodes[0].call("GET", "/api/auth/get-session", headers=asked))
            if os.environ.get("GATEHOUSE_BENCH_STATEMENTS"):
                print("\n".join(statements))
            alone = by_pgbench(nodes[0].installed_on, statements, 16, pipelined=True)
            table("its statements by pgbench alone, prepared", f"{alone:,.0f}/s", f"{len(statements)} statements, 16 connections")


def refresh_often(address, key, tokens, seconds, results):
    """Refreshes some sessions in turn; each answer's token is the next one to send, as in an app."""
    host, port = address.split(":")
    connection = http.client.HTTPConnection(host, int(port), timeout=60)
    latencies = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        for number, token in enumerate(tokens):
            began = time.perf_counter()
            connection.request(
                "POST", "/auth/v1/token?grant_type=refresh_token", json.dumps({"refresh_token": token}),
                {"apikey": key, "Content-Type": "application/json"})
            response = connection.getresponse()
            answer = json.loads(response.read())
            if response.status != 200 or answer["refresh_token"] == token:
                raise SystemExit(f"{response.status} {answer}")
            tokens[number] = answer["refresh_token"]
            latencies.append(time.perf_counter() - began)
    results.put(latencies)


REFRESH_SCRIPT = """
local left, first = {}, 1
for token in io.lines("%(tokens)s") do left[#left + 1] = token end
local last, wrong = #left, 0

function request()
    local token = left[first]
    if not token then error("more connections than tokens") end
    left[first] = nil
    first = first + 1
    return wrk.format("POST", "/auth/v1/token?grant_type=refresh_token",
        { apikey = "%(key)s", ["Content-Type"] = "application/json" }, '{"refresh_token":"' .. token .. '"}')
end

function response(status, headers, body)
    local token = body:match('"refresh_token":"([^"]+)"')
    if status ~= 200 or not token then error("refresh: " .. status .. " " .. body) end
    last = last + 1
    left[last] = token
end
"""


def refresh_by_wrk(node, key, tokens, connections):
    """One process that takes little of the machine: each answer's token is the next one to send. Requests per second and the latencies."""
    with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR")) as folder:
        listed, script = pathlib.Path(folder) / "tokens", pathlib.Path(folder) / "refresh.lua"
        listed.write_text("".join(f"{token}\n" for token in tokens))
        script.write_text(REFRESH_SCRIPT % {"tokens": listed, "key": key})
        done = subprocess.run(
            ["wrk", "-t1", f"-c{connections}", "-d8s", "--latency", "-s", str(script), f"http://{node.address}"],
            capture_output=True, text=True, check=True)
    if "Non-2xx" in done.stdout or "error" in done.stderr:
        raise SystemExit(done.stdout + done.stderr)
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", done.stdout).group(1))
    return rate, *(milliseconds(re.search(rf"^ +{part}%\s+(\S+)", done.stdout, re.M).group(1)) for part in (50, 99))


def durable_updates(folder, seconds):
    """How many times a second SQLite alone puts another token into a row, each time waiting for the disk."""
    with contextlib.closing(sqlite3.connect(folder / "reference.sqlite", isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        database.execute("CREATE TABLE tokens (id INTEGER PRIMARY KEY, token BLOB NOT NULL, generation INTEGER NOT NULL) STRICT")
        database.executemany("INSERT INTO tokens VALUES (?, ?, 0)", [(number, os.urandom(32)) for number in range(1000)])
        began, count = time.perf_counter(), 0
        while time.perf_counter() - began < seconds:
            database.execute(
                "UPDATE tokens SET token = ?, generation = generation + 1 WHERE id = ?", (os.urandom(32), count % 1000))
            count += 1
        return count / (time.perf_counter() - began)


def refresh(table, setup):
    with running(setup, GATEHOUSE_LOG_LEVEL="error", GATEHOUSE_PASSWORD_COST="10") as nodes:
        tenant = nodes[0].new_tenant("acme")
        answer = nodes[0].manage(tenant, "PATCH", "/settings", {"methods": ["password", "anonymous"]})
        assert answer.status == 200, answer
        key = tenant["publishable_key"]
        tokens = []
        # So many that none rotates more often than one session may.
        for number in range(384):
            headers = {"apikey": key, "X-Forwarded-For": f"10.1.{number % 250}.{number // 250}"}
            answer = nodes[0].call("POST", "/auth/v1/signup", {}, headers)
            assert answer.status == 200, answer
            tokens.append(answer.json()["refresh_token"])
        if setup.engine == "postgres":
            # As the server does by itself within a minute; plans made before know nothing of the rows.
            nodes[0].installed_on.query("ANALYZE")
        # As many for each of one, two, three or four nodes.
        clients = 12
        if shutil.which("wrk"):
            each = max(1, clients // len(nodes))
            with concurrent.futures.ThreadPoolExecutor(len(nodes)) as threads:
                told = list(threads.map(
                    lambda place: refresh_by_wrk(nodes[place], key, tokens[place::len(nodes)], each), range(len(nodes))))
            rate, middle, late = sum(one[0] for one in told), *(max(one[part] for one in told) for part in (1, 2))
            table(f"refresh with rotation, {each * len(nodes)} connections", f"{rate:,.0f}/s",
                  f"p50 {middle:.1f} ms, p99 {late:.1f} ms, {memory(nodes[0]):.0f} MB; reach {800 if setup.engine == 'postgres' else 1500:,}/s")
        else:
            refresh_by_clients(table, nodes, key, tokens, clients)
        if setup.engine == "postgres":
            database = nodes[0].installed_on
            last = nodes[0].call("POST", "/auth/v1/signup", {}, {"apikey": key, "X-Forwarded-For": "203.0.113.250"}).json()
            statements = logged_statements(nodes[0], lambda: nodes[0].call(
                "POST", "/auth/v1/token?grant_type=refresh_token", {"refresh_token": last["refresh_token"]}, {"apikey": key}))
            if os.environ.get("GATEHOUSE_BENCH_STATEMENTS"):
                print("\n".join(statements))
            alone = updates_by_pgbench(database, clients)
            table("PostgreSQL alone, an update a transaction, by pgbench", f"{alone:,.0f}/s", f"a refresh has {len(statements)} statements")
            return
    with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR")) as folder:
        table("SQLite alone, an update a transaction", f"{durable_updates(pathlib.Path(folder), 4):,.0f}/s", "the same disk")


def refresh_by_clients(table, nodes, key, tokens, clients):
    """The same from processes of Python, over all nodes; they take a good part of two cores themselves."""
    latencies, seconds = at_once(
        refresh_often, [(nodes[n % len(nodes)].address, key, tokens[n::clients], 8) for n in range(clients)])
    middle, late = latencies[len(latencies) // 2] * 1000, latencies[int(len(latencies) * 0.99)] * 1000
    table(f"refresh with rotation, {clients} clients", f"{len(latencies) / seconds:,.0f}/s",
          f"p50 {middle:.1f} ms, p99 {late:.1f} ms, {memory(nodes[0]):.0f} MB; reach 1,500/s")


@contextlib.contextmanager
def stand_in_for_apple(folder, client):
    process = subprocess.Popen(
        [os.environ["GATEHOUSE_PROGRAM"], "fake-apple", "--folder", folder, "--json", "--client", client], stdout=subprocess.PIPE, text=True)
    try:
        yield json.loads(process.stdout.readline())
    finally:
        process.terminate()
        process.wait(timeout=10)


def identity_token(url, client, person):
    """What Apple's sheet gives an app, here from the page of the web flow."""
    form = {
        "client_id": client, "redirect_uri": "http://127.0.0.1:1/back", "response_type": "code id_token", "response_mode": "form_post",
        "scope": "name email", "email": person, "decision": "continue"}
    with urllib.request.urlopen(f"{url}/auth/authorize", urllib.parse.urlencode(form).encode(), timeout=10) as answer:
        return re.search(r'name="id_token" value="([^"]+)"', answer.read().decode()).group(1)


def sign_in_with_apple(address, key, tokens, results):
    host, port = address.split(":")
    connection = http.client.HTTPConnection(host, int(port), timeout=60)
    latencies = []
    for number, token in enumerate(tokens):
        began = time.perf_counter()
        connection.request(
            "POST", "/auth/v1/token?grant_type=id_token", json.dumps({"provider": "apple", "id_token": token}),
            {"apikey": key, "Content-Type": "application/json", "X-Forwarded-For": f"10.{os.getpid() % 250}.{number // 250}.{number % 250}"})
        response = connection.getresponse()
        answer = response.read()
        if response.status != 200:
            raise SystemExit(f"{response.status} {answer}")
        latencies.append(time.perf_counter() - began)
    results.put(latencies)


def apple(table, setup):
    # Within what a tenant may do in a minute.
    client, clients, each = "com.example.app", 8, 70
    with tempfile.TemporaryDirectory() as folder, stand_in_for_apple(folder, client) as said, running(
            setup, GATEHOUSE_LOG_LEVEL="error", GATEHOUSE_APPLE_URL=said["url"]) as nodes:
        tenant = nodes[0].new_tenant("acme")
        settings = {
            "team_id": said["team_id"], "key_id": said["key_id"], "client_ids": [client],
            "private_key": pathlib.Path(said["private_key_file"]).read_text()}
        for method, path, body in [("PUT", "/apple", settings), ("PATCH", "/settings", {"methods": ["apple"]})]:
            answer = nodes[0].manage(tenant, method, path, body)
            assert answer.status == 200, answer
        tokens = [identity_token(said["url"], client, f"person{number}@example.com") for number in range(clients * each)]
        for name in ["new", "known"]:
            if name == "known":
                tokens = [identity_token(said["url"], client, f"person{number}@example.com") for number in range(clients * each)]
            latencies, seconds = at_once(
                sign_in_with_apple,
                [(nodes[n % len(nodes)].address, tenant["publishable_key"], tokens[n::clients]) for n in range(clients)])
            middle, late = latencies[len(latencies) // 2] * 1000, latencies[int(len(latencies) * 0.99)] * 1000
            table(f"sign-in with Apple, {name} people, {clients} clients", f"{len(latencies) / seconds:,.0f}/s",
                  f"p50 {middle:.1f} ms, p99 {late:.1f} ms, {memory(nodes[0]):.0f} MB")


def passwords(table, setup):
    with running(setup, GATEHOUSE_LOG_LEVEL="error", GATEHOUSE_PASSWORD_COST="17") as nodes:
        tenant = nodes[0].new_tenant("acme")
        token = nodes[0].sign_up(tenant, "ada@acme.example")["token"]
        headers = [f"apikey: {tenant['publishable_key']}", f"Authorization: Bearer {token}"]
        quiet = load(nodes, "/api/auth/get-session", headers) if shutil.which("wrk") else None
        began = time.perf_counter()
        for _ in range(3):
            hashlib.scrypt(b"correct horse", salt=os.urandom(16), n=2**17, r=8, p=1, maxmem=2**28)
        cost = (time.perf_counter() - began) / 3
        alone = [timed(lambda: nodes[0].sign_in(tenant, "ada@acme.example", f"198.51.100.{number}")) for number in range(4)]
        table("password sign-in, one after the other", f"{statistics.median(alone) * 1000:.0f} ms",
              f"scrypt 2^17 by itself {cost * 1000:.0f} ms")
        with concurrent.futures.ThreadPoolExecutor(5) as pool:
            began = time.perf_counter()
            signing = [pool.submit(nodes[n % len(nodes)].sign_in, tenant, "ada@acme.example", f"203.0.113.{n}") for n in range(24)]
            busy = load(nodes, "/api/auth/get-session", headers) if quiet else None
            refused = sum(each.exception() is not None for each in signing)
            table("password sign-in, 5 at a time", f"{(24 - refused) / (time.perf_counter() - began):.1f}/s",
                  f"{memory(nodes[0]):.0f} MB" + (f", {refused} refused" if refused else ""))
        if quiet and busy:
            table("who-am-I meanwhile, 64 connections", f"{busy[0]:,.0f}/s",
                  f"p99 {busy[1]:.1f} ms; without sign-ins {quiet[0]:,.0f}/s, p99 {quiet[1]:.1f} ms")


KINDS = {"known": True, "unverified": True, "disabled": True, "without a password": True, "unknown": False}


def area(known, unknown):
    """How likely one of the first took longer than one of the second: 0.5 tells nothing, 1 or 0 everything."""
    return sum((a > b) + (a == b) / 2 for a in known for b in unknown) / (len(known) * len(unknown))


def timing(table, setup):
    """Whether the time of an answer tells who has an account: every route that takes an address, for people of every kind, in random order."""
    # A cheap hash, which hides little of what else is done.
    rounds, each, cost = int(os.environ.get("GATEHOUSE_BENCH_ROUNDS", 120)), 40, "12"
    with tempfile.TemporaryDirectory() as folder:
        carrier = pathlib.Path(folder) / "carrier"
        carrier.write_text("#!/bin/sh\ncat > /dev/null\n")
        carrier.chmod(0o700)
        mail = {"GATEHOUSE_SENDMAIL": str(carrier), "GATEHOUSE_MAIL_FROM": "acme@example.com"}
        with running(setup, GATEHOUSE_LOG_LEVEL="error", GATEHOUSE_PASSWORD_COST=cost, **mail) as nodes:
            node = nodes[0]
            for name, path, status, body in addressed_routes():
                # A tenant for each, so that no limit is that of another route.
                tenant = node.new_tenant(f"acme-{uuid.uuid4().hex[:8]}")
                confirmed = node.manage(tenant, "PATCH", "/settings", {"confirm_email": True})
                assert confirmed.status == 200, confirmed
                people = {kind: new_people(node, tenant, kind, each) for kind in KINDS}
                turns = [(kind, turn) for kind in KINDS for turn in range(rounds)]
                random.shuffle(turns)
                took = {kind: [] for kind in KINDS}
                for count, (kind, turn) in enumerate(turns):
                    # A new address each time where the first answer makes an account.
                    email = f"new-{turn}@example.com" if kind == "unknown" else people[kind][turn % each]
                    network = f"10.{turn % 250}.{count // 250}.{count % 250}"
                    headers = {"apikey": tenant["publishable_key"], "X-Forwarded-For": network}
                    connection = node.connect()
                    began = time.perf_counter()
                    answer = node.call("POST", path, body(email), headers, connection=connection)
                    took[kind].append(time.perf_counter() - began)
                    connection.close()
                    assert answer.status == status, (path, answer)
                unknown = took.pop("unknown")
                middle = statistics.median(unknown)
                for kind, times in took.items():
                    table(f"{name}, {kind}", f"{area(times, unknown):.2f}",
                          f"area, reach 0.45 to 0.55; {(statistics.median(times) / middle - 1) * 100:+.1f} % of {middle * 1000:.1f} ms")


def addressed_routes():
    """What takes an address: name, path, status, and the body for an address."""
    def named(**more):
        return lambda email: {"email": email, **more}

    return [
        ("a wrong password", "/api/auth/sign-in", 401, named(password="a wrong password")),
        ("a wrong password, GoTrue", "/auth/v1/token?grant_type=password", 400, named(password="a wrong password")),
        ("sign-up", "/api/auth/sign-up", 200, named(password="another horse battery", name="Ada")),
        ("sign-up, GoTrue", "/auth/v1/signup", 200, named(password="another horse battery")),
        ("recover", "/auth/v1/recover", 200, named()),
        ("otp", "/auth/v1/otp", 200, named(create_user=True)),
        ("magiclink", "/auth/v1/magiclink", 200, named()),
        ("resend", "/auth/v1/resend", 200, named(type="signup")),
        ("verify with digits", "/auth/v1/verify", 403, named(type="recovery", token="00000000")),
        ("reset, Better Auth", "/api/auth/request-password-reset", 200, named()),
        ("verification, Better Auth", "/api/auth/send-verification-email", 200, named()),
    ]


def new_people(node, tenant, kind, count):
    emails = [f"{kind.replace(' ', '-')}-{number}@example.com" for number in range(count)]
    for number, email in enumerate(emails if KINDS[kind] else []):
        if kind == "unverified":
            answer = node.call(
                "POST", "/api/auth/sign-up", {"email": email, "password": PASSWORD, "name": "Ada"},
                {"apikey": tenant["publishable_key"], "X-Forwarded-For": f"198.51.100.{number}"})
            assert answer.status == 200, answer
            continue
        user = {"email": email, "name": "Ada", "role": "customer"} | ({} if kind == "without a password" else {"password": PASSWORD})
        made = node.manage(tenant, "POST", "/users", user)
        assert made.status == 201, made
        if kind == "disabled":
            answer = node.manage(tenant, "PUT", f"/users/{made.json()['id']}/disablement")
            assert answer.status < 300, answer
        # A message with digits is open for them.
        if kind == "known":
            node.call("POST", "/auth/v1/recover", {"email": email},
                      {"apikey": tenant["publishable_key"], "X-Forwarded-For": f"198.51.101.{number}"})
    return emails


def timed(work):
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def fill(gatehouse, tenant_id, users, count):
    """Puts people and events straight into the files of a stopped server."""
    with sqlite3.connect(gatehouse.data / "control.sqlite") as control:
        tenant = uuid.UUID(tenant_id).bytes
        now = int(time.time() * 1000)
        first = now - users * 1000
        people, terms, live = [], [], []
        for number in range(users):
            person = version7(first + number * 1000, number).bytes
            name, email = f"Person {number:06d}", f"person{number:06d}@acme.example"
            people.append((tenant, person, email, 0, name, name.lower(), "customer", "active", first + number * 1000, first, now, "{}", "{}", 0, None))
            for term in {name.lower().split()[1], "person", email, f"person{number:06d}", "acme.example", "acme", "example"}:
                terms.append((tenant, term, person))
            if number % 2 == 0:
                live.append((
                    tenant, version7(first + number * 1000, number).bytes, os.urandom(32), person, "app", None, "iPhone16,1", "18.2",
                    f"2.{number % 5}.0", "App/2 CFNetwork", "203.0.113.9", first, first + number * 1000, now + 86_400_000))
        control.executemany(
            "INSERT INTO users (tenant_id,id,email,email_verified,name,name_key,role,state,created_at,updated_at,last_seen_at,user_metadata,"
            "app_metadata,is_anonymous,banned_until) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)", people)
        control.executemany("INSERT INTO user_terms VALUES (?,?,?)", terms)
        control.executemany(
            "INSERT INTO sessions (tenant_id,id,token_hash,user_id,kind,device_name,device_model,os_version,app_version,user_agent,address,"
            "created_at,last_seen_at,expires_at) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)", live)
        control.execute(
            "INSERT INTO user_counts VALUES (?,'customer','active',?) ON CONFLICT DO UPDATE SET n = n + excluded.n", (tenant, users))
    with sqlite3.connect(gatehouse.data / "events.sqlite") as database:
        database.execute("INSERT OR IGNORE INTO event_tenants VALUES (1, ?)", (tenant,))
        for number in range(SHAPES):
            f = facts(number)
            database.execute(
                "INSERT INTO shapes VALUES (1,?,?,?,?,?,?,?,?,?,?,?,?,?,NULL,'wifi',NULL,NULL,NULL)",
                (number + 1, os.urandom(16), "client", f["stage"], f["outcome"], "keychain.locked" if f["error"] else None, None, "ios",
                 f["app_version"], f["os_version"], f["device_model"], "production", 0))
        for number in range(40):
            database.execute("INSERT INTO messages VALUES (1,?,?,?,0,'[\"NSOSStatusErrorDomain\",\"-25308\"]')", (number + 1, os.urandom(16), f"The item could not be read ({number})."))
        step = 30 * 86_400_000 // count
        first = int(time.time() * 1000) - count * step

        def rows():
            for number in range(count):
                shape = number * 7 % SHAPES
                identifier = version7(first + number * step, number).bytes
                yield (1, first + number * step, int.from_bytes(identifier[-3:]), identifier, shape + 1,
                       shape % 40 + 1 if shape % 3 == 0 else None, number % users + 1, None, users + number + 1, None, None, 0, None)

        database.executemany("INSERT INTO subjects VALUES (1,?,?,0)", ((number + 1, person[1]) for number, person in enumerate(people)))
        database.executemany("INSERT INTO subjects VALUES (1,?,?,0)", ((users + number + 1, os.urandom(16)) for number in range(count)))
        database.executemany("INSERT INTO events VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)", rows())
        for span, unit in SPANS:
            database.execute(
                f"INSERT INTO event_counts SELECT 1, '{span}', occurred_at / {unit} * {unit}, shape_id, count(*) FROM events GROUP BY 3, 4")
            database.execute(
                f"INSERT INTO event_totals SELECT 1, '{span}', occurred_at / {unit} * {unit}, s.stage, s.outcome, count(*) "
                "FROM events e JOIN shapes s ON s.tenant_id = e.tenant_id AND s.id = e.shape_id GROUP BY 3, 4, 5")
    for name in ["control", "events"]:
        with sqlite3.connect(gatehouse.data / f"{name}.sqlite") as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return people


def pages(table, setup):
    if setup.engine != "sqlite":
        table("pages", "not measured", "the people and events for them are put into SQLite's files")
        return
    users, count = int(os.environ.get("GATEHOUSE_BENCH_USERS", 100_000)), int(os.environ.get("GATEHOUSE_BENCH_EVENTS", 1_000_000))
    with Gatehouse(GATEHOUSE_LOG_LEVEL="error") as gatehouse:
        gatehouse.start()
        tenant = gatehouse.new_tenant("acme")
        gatehouse.command(
            "admin", "create", "--email", "ada@acme.example", "--name", "Ada", "--tenant", "acme", "--role", "admin", "--password-stdin",
            "--json", stdin=PASSWORD)
        gatehouse.terminate()
        people = fill(gatehouse, tenant["id"], users, count)
        size = (gatehouse.data / "events.sqlite").stat().st_size
        table("an event on disk, with all indexes", f"{size / count:.0f} bytes", "reach 150")
        gatehouse.start()
        cookie = gatehouse.console("ada@acme.example", "acme")
        connection = gatehouse.connect()
        middle = uuid.UUID(bytes=people[users // 2][1])
        for path in [
            "/users", "/users?q=person050000", "/users?q=person", "/users?q=acme.example&sort=name", "/users?role=driver", f"/users/{middle}",
            "/sessions", "/sessions?app_version=2.3.0", "/events", "/events?range=30d", "/events?range=30d&outcome=failed",
            "/events?range=30d&text=read+(7)", f"/events?range=30d&user={middle}", "/audit", "/keys", "/roles",
        ]:
            times = []
            for _ in range(30):
                began = time.perf_counter()
                answer = gatehouse.call("GET", f"/t/acme{path}", None, {"Cookie": cookie}, connection=connection, timeout=30)
                times.append((time.perf_counter() - began) * 1000)
                if answer.status != 200:
                    raise SystemExit(f"{path}: {answer}")
            times.sort()
            table(f"page {path.replace(str(middle), '…')}", f"p95 {times[28]:.1f} ms", f"median {times[15]:.1f} ms")


def start(table, setup):
    with running(setup, GATEHOUSE_LOG_LEVEL="error") as nodes:
        times = []
        for _ in range(5):
            nodes[0].kill()
            times.append(nodes[0].start())
        time.sleep(3)
        table("ready with an existing database", f"{statistics.median(times) * 1000:.0f} ms", "reach 300")
        table("memory idle", f"{memory(nodes[0]):.0f} MB", "reach 80")


def main():
    def table(name, figure, note):
        print(f"{name:<58} {figure:>16}  {note}", flush=True)

    parts = {"start": start, "ingest": ingest, "sessions": sessions, "refresh": refresh, "apple": apple, "passwords": passwords, "pages": pages, "timing": timing}
    parser = argparse.ArgumentParser(prog="scripts/bench")
    parser.add_argument("--engine", choices=["sqlite", "postgres"], default="sqlite")
    parser.add_argument("--nodes", type=int, choices=range(1, 10), default=1, metavar="N", help="on PostgreSQL: 1 to 9")
    parser.add_argument("parts", nargs="*", metavar="part", help=", ".join(parts))
    setup = parser.parse_args()
    if unknown := set(setup.parts) - set(parts):
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    if setup.engine == "sqlite" and setup.nodes > 1:
        parser.error("several nodes need PostgreSQL")
    for name in setup.parts or parts:
        parts[name](table, setup)


if __name__ == "__main__":
    main()
