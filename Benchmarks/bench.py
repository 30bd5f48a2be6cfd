"""Measures the running program beside a reference, in one run.

    scripts/bench [ingest] [sessions] [pages] [start]

Each figure stands beside what it is compared with, measured in turn on the same machine: machines differ and drift, ratios less so.
"""

import concurrent.futures
import http.client
import json
import multiprocessing
import os
import pathlib
import re
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import uuid

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "Tests" / "EndToEnd"))
os.environ.setdefault("GATEHOUSE_PROGRAM", str(ROOT / ".build" / "release" / "gatehouse"))

from harness import PASSWORD, Gatehouse  # noqa: E402

BATCH = 100
SHAPES = 200
CONNECTIONS = 4
SPANS = [("m", 60_000), ("h", 3_600_000), ("d", 86_400_000)]


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


def measure_ingest(gatehouse, tenant, batches, start, seed):
    bodies = []
    for number in range(CONNECTIONS):
        source = events(batches * BATCH, start + number * 10_000_000, seed + number)
        bodies.append([json.dumps({"events": [next(source) for _ in range(BATCH)]}).encode() for _ in range(batches)])
    results = multiprocessing.Queue()
    workers = [
        multiprocessing.Process(target=post, args=(gatehouse.address, tenant["ingest_key"], part, results)) for part in bodies]
    began = time.perf_counter()
    for worker in workers:
        worker.start()
    latencies = sorted(sum((results.get() for _ in workers), []))
    seconds = time.perf_counter() - began
    for worker in workers:
        worker.join()
    return len(latencies) * BATCH / seconds, latencies[int(len(latencies) * 0.95)] * 1000


def measure_sqlite(folder, batches, start, seed):
    """The same rows into the same tables, by SQLite alone: one transaction a batch, synchronised to disk."""
    database = sqlite3.connect(folder / f"raw-{seed}.sqlite", isolation_level=None)
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("PRAGMA synchronous=FULL")
    database.execute("PRAGMA wal_autocheckpoint=4000")
    for file in sorted((ROOT / "migrations" / "sqlite" / "events").glob("*.sql")):
        database.executescript(file.read_text())
    rows, counts = [], []
    source = events(batches * CONNECTIONS * BATCH, start, seed)
    for number, event in enumerate(source):
        error = event.get("error")
        rest = json.dumps({"e": [error["domain"], str(error["code"])], "t": "wifi"} if error else {"t": "wifi"}, separators=(",", ":"))
        shape = (number * 7 + seed) % SHAPES
        rows.append((
            1, event["time"], uuid.UUID(event["id"]).bytes, shape, shape % 40 if error else None, uuid.UUID(event["user_id"]).bytes, None,
            bytes.fromhex(event["trace_id"]), event["time"], rest))
        counts.append((event["time"], shape, event["stage"], event["outcome"]))
    began = time.perf_counter()
    for place in range(0, len(rows), BATCH):
        database.execute("BEGIN IMMEDIATE")
        database.executemany("INSERT INTO events VALUES (?,?,?,?,?,?,?,?,?,?) ON CONFLICT DO NOTHING", rows[place:place + BATCH])
        sums, totals = {}, {}
        for moment, shape, stage, outcome in counts[place:place + BATCH]:
            for span, unit in SPANS:
                start = moment // unit * unit
                sums[span, start, shape] = sums.get((span, start, shape), 0) + 1
                totals[span, start, stage, outcome] = totals.get((span, start, stage, outcome), 0) + 1
        database.executemany(
            "INSERT INTO event_counts VALUES (1,?,?,?,?) ON CONFLICT DO UPDATE SET n = n + excluded.n",
            [(*key, n) for key, n in sums.items()])
        database.executemany(
            "INSERT INTO event_totals VALUES (1,?,?,?,?,?) ON CONFLICT DO UPDATE SET n = n + excluded.n",
            [(*key, n) for key, n in totals.items()])
        database.execute("COMMIT")
    seconds = time.perf_counter() - began
    database.close()
    return len(rows) / seconds


def ingest(table):
    with Gatehouse(GATEHOUSE_LOG_LEVEL="error") as gatehouse, tempfile.TemporaryDirectory() as folder:
        gatehouse.start()
        tenant = gatehouse.new_tenant("acme")
        start = int(time.time() * 1000) - 86_400_000
        ours, alone, late = [], [], []
        measure_ingest(gatehouse, tenant, 20, start, 0)
        for turn in range(1, 4):
            rate, p95 = measure_ingest(gatehouse, tenant, 100, start + turn * 100_000_000, turn)
            ours.append(rate)
            late.append(p95)
            alone.append(measure_sqlite(pathlib.Path(folder), 100, start, turn))
        table("events through HTTP, batches of 100", f"{statistics.median(ours):,.0f}/s", f"p95 {statistics.median(late):.1f} ms")
        table("the same rows by SQLite alone", f"{statistics.median(alone):,.0f}/s", "")
        table("ratio", f"{statistics.median(a / b for a, b in zip(ours, alone)):.2f}", "reach 0.50")
        table("memory after it", f"{memory(gatehouse):.0f} MB", "")


def memory(gatehouse):
    status = pathlib.Path(f"/proc/{gatehouse.process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status).group(1)) / 1024


def sessions(table):
    wrk = shutil.which("wrk")
    with Gatehouse(GATEHOUSE_LOG_LEVEL="error", GATEHOUSE_PASSWORD_COST="17") as gatehouse:
        gatehouse.start()
        tenant = gatehouse.new_tenant("acme")
        token = gatehouse.sign_up(tenant, "ada@acme.example")["token"]
        assert gatehouse.session(tenant, token)
        if not wrk:
            table("who-am-I", "not measured", "install wrk")
            return
        for name, path in [("who-am-I, 64 connections", "/api/auth/get-session"), ("a route without a database", "/healthz")]:
            done = subprocess.run(
                [wrk, "-t2", "-c64", "-d5s", "--latency", "-H", f"apikey: {tenant['publishable_key']}", "-H",
                 f"Authorization: Bearer {token}", f"http://{gatehouse.address}{path}"], capture_output=True, text=True)
            rate = re.search(r"Requests/sec:\s+([\d.]+)", done.stdout).group(1)
            late = re.search(r"99%\s+(\S+)", done.stdout).group(1)
            wrong = re.search(r"Non-2xx.*: (\d+)", done.stdout)
            table(name, f"{float(rate):,.0f}/s", f"p99 {late}" + (f", {wrong.group(1)} wrong" if wrong else ""))
        began = time.perf_counter()
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            list(pool.map(lambda n: gatehouse.sign_in(tenant, "ada@acme.example", f"203.0.113.{n}"), range(8)))
        table("password sign-in, 4 at a time", f"{8 / (time.perf_counter() - began):.1f}/s", "scrypt 2^17")


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
            people.append((tenant, person, email, 0, name, name.lower(), "customer", "active", first + number * 1000, first, now))
            for term in {name.lower().split()[1], "person", email, f"person{number:06d}", "acme.example", "acme", "example"}:
                terms.append((tenant, term, person))
            if number % 2 == 0:
                live.append((
                    tenant, version7(first + number * 1000, number).bytes, os.urandom(32), person, "app", None, "iPhone16,1", "18.2",
                    f"2.{number % 5}.0", "App/2 CFNetwork", "203.0.113.9", first, first + number * 1000, now + 86_400_000))
        control.executemany("INSERT INTO users VALUES (?,?,?,?,?,?,?,?,?,?,?)", people)
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
                "INSERT INTO shapes VALUES (1,?,?,?,?,?,?,?,?,?,?,?,?,?)",
                (number + 1, os.urandom(16), "client", f["stage"], f["outcome"], "keychain.locked" if f["error"] else None, None, "ios",
                 f["app_version"], f["os_version"], f["device_model"], "production", 0))
        for number in range(40):
            database.execute("INSERT INTO messages VALUES (1,?,?,?,0)", (number + 1, os.urandom(16), f"The item could not be read ({number})."))
        step = 30 * 86_400_000 // count
        first = int(time.time() * 1000) - count * step

        def rows():
            for number in range(count):
                shape = number * 7 % SHAPES
                yield (1, first + number * step, version7(first + number * step, number).bytes, shape + 1,
                       shape % 40 + 1 if shape % 3 == 0 else None, people[number % users][1], None, os.urandom(16), first + number * step,
                       '{"t":"wifi"}')

        database.executemany("INSERT INTO events VALUES (?,?,?,?,?,?,?,?,?,?)", rows())
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


def pages(table):
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
        cookie = console_cookie(gatehouse)
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


def console_cookie(gatehouse):
    """Signs in the way a browser does."""
    page = gatehouse.call("GET", "/sign-in")
    token = re.search(r'name="csrf"[^>]*value="([^"]+)"', page.body.decode())
    cookies = "; ".join(value.split(";")[0] for value in page.headers.get_all("Set-Cookie") or [])
    form = f"email=ada%40acme.example&password={PASSWORD.replace(' ', '+')}&tenant=acme" + (f"&csrf={token.group(1)}" if token else "")
    answer = gatehouse.call("POST", "/sign-in", form.encode(), {
        "Content-Type": "application/x-www-form-urlencoded", "Cookie": cookies, "Origin": f"http://{gatehouse.address}",
        "Sec-Fetch-Site": "same-origin"})
    if answer.status != 303:
        raise SystemExit(f"sign-in: {answer}")
    return "; ".join(value.split(";")[0] for value in answer.headers.get_all("Set-Cookie"))


def start(table):
    with Gatehouse(GATEHOUSE_LOG_LEVEL="error") as gatehouse:
        gatehouse.start()
        times = []
        for _ in range(5):
            gatehouse.kill()
            times.append(gatehouse.start())
        time.sleep(3)
        table("ready with an existing database", f"{statistics.median(times) * 1000:.0f} ms", "reach 300")
        table("memory idle", f"{memory(gatehouse):.0f} MB", "reach 80")


def main():
    def table(name, figure, note):
        print(f"{name:<58} {figure:>16}  {note}", flush=True)

    chosen = sys.argv[1:] or ["start", "ingest", "sessions", "pages"]
    for name in chosen:
        {"ingest": ingest, "sessions": sessions, "pages": pages, "start": start}[name](table)


if __name__ == "__main__":
    main()
