"""Measures the running program beside a reference, in one run.

    scripts/bench [--engine sqlite|postgres] [--nodes N] [--markdown FILE] [start] [ingest] [sessions] [refresh] [apple] [passwords] [pages]
                  [timing] [questions [--events N] [--users N]]

On PostgreSQL the server is a throw-away one that waits for the disk, as one for people would.
Each figure stands beside what it is compared with, measured in turn on the same machine: machines differ and drift, ratios less so.
The exit code is 1 when an answer was wrong. docs/performance.md says what is measured.
"""

import argparse
import concurrent.futures
import contextlib
import dataclasses
import hashlib
import http.client
import json
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
import urllib.parse
import urllib.request
import uuid

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "Tests" / "EndToEnd"))
if __name__ == "__main__":
    os.environ.setdefault("GATEHOUSE_PROGRAM", str(ROOT / ".build" / "release" / "gatehouse"))

from cluster import Cluster  # noqa: E402
from harness import PROGRAM, Gatehouse  # noqa: E402
from ingest import at_once, ingest, memory  # noqa: E402
from postgres import Server  # noqa: E402
from questions import filled, pages, questions  # noqa: E402
from report import Report  # noqa: E402
from sizes import TINY, Sizes  # noqa: E402
from timing import ADDRESSED_ROUTES, area, carried_mail, response_times  # noqa: E402


@dataclasses.dataclass
class Setup:
    engine: str = "sqlite"
    nodes: int = 1
    sizes: Sizes = dataclasses.field(default_factory=Sizes)

    @contextlib.contextmanager
    def running(self, **settings):
        """The nodes of a running installation; more than one share a database."""
        if self.engine == "sqlite":
            with Gatehouse(**settings) as gatehouse:
                gatehouse.start()
                yield [gatehouse]
            return
        with Server(durable=True) as server, Cluster(self.nodes, server=server, **settings) as cluster:
            yield cluster.nodes

    def filled(self, table, count, users, beside=True):
        """A running installation with so many events and users, and the cookie of an admin."""
        return filled(table, count, users, self.sizes.turns, beside)


def load(nodes, path, headers, seconds):
    """64 connections over all nodes at once: requests per second, the slowest node's p99, and how many were answered wrongly."""
    flags = [word for header in headers for word in ("-H", header)]
    each = max(1, 64 // len(nodes))
    running = [
        subprocess.Popen(
            ["wrk", "-t1", f"-c{each}", duration(seconds), "--latency", *flags, f"http://{node.address}{path}"], stdout=subprocess.PIPE, text=True)
        for node in nodes]
    told = [process.communicate()[0] for process in running]
    rate = sum(float(re.search(r"Requests/sec:\s+([\d.]+)", text).group(1)) for text in told)
    late = max(milliseconds(re.search(r"^ +99%\s+(\S+)", text, re.M).group(1)) for text in told)
    wrong = sum(int(found.group(1)) for text in told if (found := re.search(r"Non-2xx.*: (\d+)", text)))
    return rate, late, wrong


def duration(seconds):
    """As wrk takes it: whole seconds."""
    return f"-d{max(1, round(seconds))}s"


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
            ["pgbench", "--no-vacuum", "--protocol=prepared", f"--client={connections}", f"--time={max(1, round(seconds))}", f"--file={script}", database.url],
            capture_output=True, text=True, env=os.environ | {"PGOPTIONS": options})
    if done.returncode != 0:
        raise SystemExit(f"pgbench: {done.returncode}\n{done.stderr}")
    return float(re.search(r"tps = ([\d.]+) \(without", done.stdout).group(1))


def updates_by_pgbench(database, connections, seconds):
    """How often a second PostgreSQL alone puts another token into a row, each time waiting for the disk."""
    database.query("CREATE TABLE control.bench_tokens (id integer PRIMARY KEY, token bytea NOT NULL); "
                   "INSERT INTO control.bench_tokens SELECT n, sha256(n::text::bytea) FROM generate_series(1, 1000) n; "
                   "GRANT ALL ON control.bench_tokens TO PUBLIC")
    return by_pgbench(
        database, ["UPDATE bench_tokens SET token = sha256(random()::text::bytea) WHERE id = 1 + floor(random() * 1000)"], connections, seconds=seconds)


def sessions(table, setup):
    with setup.running(GATEHOUSE_LOG_LEVEL="error", GATEHOUSE_PASSWORD_COST=str(setup.sizes.password_cost)) as nodes:
        tenant = nodes[0].new_tenant("acme")
        token = nodes[0].sign_up(tenant, "ada@acme.example")["token"]
        assert nodes[-1].session(tenant, token)
        if not shutil.which("wrk"):
            table("who-am-I", "not measured", "wrk is not installed")
            return
        headers = [f"apikey: {tenant['publishable_key']}", f"Authorization: Bearer {token}"]
        own = "4,000/s" if setup.engine == "postgres" else "8,000/s, p99 20 ms"
        for name, path, reach in [("who-am-I, 64 connections", "/api/auth/get-session", own), ("a route without a database", "/healthz", "")]:
            rate, late, wrong = load(nodes, path, headers, setup.sizes.seconds)
            table(name, f"{rate:,.0f}/s", f"p99 {late:.1f} ms" + (f", {wrong} wrong" if wrong else ""), reach=reach)
        if setup.engine == "postgres":
            asked = dict(header.split(": ", 1) for header in headers)
            nodes[0].call("GET", "/api/auth/get-session", headers=asked)
            statements = logged_statements(nodes[0], lambda: nodes[0].call("GET", "/api/auth/get-session", headers=asked))
            if os.environ.get("GATEHOUSE_BENCH_STATEMENTS"):
                print("\n".join(statements))
            alone = by_pgbench(nodes[0].installed_on, statements, 16, pipelined=True, seconds=setup.sizes.seconds)
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


def refresh_by_wrk(node, key, tokens, connections, seconds):
    """One process that takes little of the machine: each answer's token is the next one to send. Requests per second and the latencies."""
    with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR")) as folder:
        listed, script = pathlib.Path(folder) / "tokens", pathlib.Path(folder) / "refresh.lua"
        listed.write_text("".join(f"{token}\n" for token in tokens))
        script.write_text(REFRESH_SCRIPT % {"tokens": listed, "key": key})
        done = subprocess.run(
            ["wrk", "-t1", f"-c{connections}", duration(seconds), "--latency", "-s", str(script), f"http://{node.address}"],
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
    with setup.running(GATEHOUSE_LOG_LEVEL="error", GATEHOUSE_PASSWORD_COST="10") as nodes:
        tenant = nodes[0].new_tenant("acme")
        answer = nodes[0].manage(tenant, "PATCH", "/settings", {"methods": ["password", "anonymous"]})
        assert answer.status == 200, answer
        key = tenant["publishable_key"]
        tokens = []
        for number in range(setup.sizes.sessions):
            headers = {"apikey": key, "X-Forwarded-For": f"10.1.{number % 250}.{number // 250}"}
            answer = nodes[0].call("POST", "/auth/v1/signup", {}, headers)
            assert answer.status == 200, answer
            tokens.append(answer.json()["refresh_token"])
        if setup.engine == "postgres":
            # As the server does by itself within a minute; plans made before know nothing of the rows.
            nodes[0].installed_on.query("ANALYZE")
        # As many for each of one, two, three or four nodes.
        clients = 12
        reach = "800/s" if setup.engine == "postgres" else "1,500/s"
        if shutil.which("wrk"):
            each = max(1, clients // len(nodes))
            with concurrent.futures.ThreadPoolExecutor(len(nodes)) as threads:
                told = list(threads.map(
                    lambda place: refresh_by_wrk(nodes[place], key, tokens[place::len(nodes)], each, 1.6 * setup.sizes.seconds), range(len(nodes))))
            rate, middle, late = sum(one[0] for one in told), *(max(one[part] for one in told) for part in (1, 2))
            table(f"refresh with rotation, {each * len(nodes)} connections", f"{rate:,.0f}/s",
                  f"p50 {middle:.1f} ms, p99 {late:.1f} ms, {memory(nodes[0]):.0f} MB", reach=reach)
        else:
            refresh_by_clients(table, nodes, key, tokens, clients, 1.6 * setup.sizes.seconds, reach)
        if setup.engine == "postgres":
            database = nodes[0].installed_on
            last = nodes[0].call("POST", "/auth/v1/signup", {}, {"apikey": key, "X-Forwarded-For": "203.0.113.250"}).json()
            statements = logged_statements(nodes[0], lambda: nodes[0].call(
                "POST", "/auth/v1/token?grant_type=refresh_token", {"refresh_token": last["refresh_token"]}, {"apikey": key}))
            if os.environ.get("GATEHOUSE_BENCH_STATEMENTS"):
                print("\n".join(statements))
            alone = updates_by_pgbench(database, clients, setup.sizes.seconds)
            table("PostgreSQL alone, an update a transaction, by pgbench", f"{alone:,.0f}/s", f"a refresh has {len(statements)} statements")
            return
    with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR")) as folder:
        table("SQLite alone, an update a transaction", f"{durable_updates(pathlib.Path(folder), 0.8 * setup.sizes.seconds):,.0f}/s", "the same disk")


def refresh_by_clients(table, nodes, key, tokens, clients, seconds, reach):
    """The same from processes of Python, over all nodes; they take a good part of two cores themselves."""
    latencies, seconds = at_once(
        refresh_often, [(nodes[n % len(nodes)].address, key, tokens[n::clients], seconds) for n in range(clients)])
    middle, late = latencies[len(latencies) // 2] * 1000, latencies[int(len(latencies) * 0.99)] * 1000
    table(f"refresh with rotation, {clients} clients", f"{len(latencies) / seconds:,.0f}/s",
          f"p50 {middle:.1f} ms, p99 {late:.1f} ms, {memory(nodes[0]):.0f} MB", reach=reach)


@contextlib.contextmanager
def stand_in_for_apple(folder, client):
    process = subprocess.Popen(
        [PROGRAM, "fake-apple", "--folder", folder, "--json", "--client", client], stdout=subprocess.PIPE, text=True)
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
    client, clients, each = "com.example.app", setup.sizes.apple_clients, setup.sizes.apple_users
    with tempfile.TemporaryDirectory() as folder, stand_in_for_apple(folder, client) as said, setup.running(
            GATEHOUSE_LOG_LEVEL="error", GATEHOUSE_APPLE_URL=said["url"]) as nodes:
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
    with setup.running(GATEHOUSE_LOG_LEVEL="error", GATEHOUSE_PASSWORD_COST=str(setup.sizes.password_cost)) as nodes:
        tenant = nodes[0].new_tenant("acme")
        token = nodes[0].sign_up(tenant, "ada@acme.example")["token"]
        headers = [f"apikey: {tenant['publishable_key']}", f"Authorization: Bearer {token}"]
        quiet = load(nodes, "/api/auth/get-session", headers, setup.sizes.seconds) if shutil.which("wrk") else None
        began = time.perf_counter()
        for _ in range(3):
            hashlib.scrypt(b"correct horse", salt=os.urandom(16), n=2**setup.sizes.password_cost, r=8, p=1, maxmem=2**28)
        cost = (time.perf_counter() - began) / 3
        alone = [timed(lambda: nodes[0].sign_in(tenant, "ada@acme.example", f"198.51.100.{number}")) for number in range(4)]
        table("password sign-in, one after the other", f"{statistics.median(alone) * 1000:.0f} ms",
              beside=f"scrypt 2^{setup.sizes.password_cost} by itself {cost * 1000:.0f} ms")
        with concurrent.futures.ThreadPoolExecutor(5) as pool:
            began = time.perf_counter()
            signing = [pool.submit(nodes[n % len(nodes)].sign_in, tenant, "ada@acme.example", f"203.0.113.{n}") for n in range(24)]
            busy = load(nodes, "/api/auth/get-session", headers, setup.sizes.seconds) if quiet else None
            refused = sum(each.exception() is not None for each in signing)
            table("password sign-in, 5 at a time", f"{(24 - refused) / (time.perf_counter() - began):.1f}/s",
                  f"{memory(nodes[0]):.0f} MB" + (f", {refused} refused" if refused else ""))
        if quiet and busy:
            table("who-am-I meanwhile, 64 connections", f"{busy[0]:,.0f}/s",
                  f"p99 {busy[1]:.1f} ms", beside=f"without sign-ins {quiet[0]:,.0f}/s, p99 {quiet[1]:.1f} ms", reach="p99 at most doubled")


def timing(table, setup):
    """Whether the time of an answer tells who has an account: every route that takes an email, for users of every kind, in random order."""
    with tempfile.TemporaryDirectory() as folder:
        mail = carried_mail(pathlib.Path(folder))
        # A cheap hash, which hides little of what else is done.
        with setup.running(GATEHOUSE_LOG_LEVEL="error", GATEHOUSE_PASSWORD_COST="12", **mail) as nodes:
            for route in ADDRESSED_ROUTES:
                took = response_times(nodes[0], route, setup.sizes.rounds)
                unknown = took.pop("unknown")
                middle = statistics.median(unknown)
                for kind, times in took.items():
                    table(f"{route.name}, {kind}", f"{area(times, unknown):.2f}",
                          f"area; {(statistics.median(times) / middle - 1) * 100:+.1f} % of {middle * 1000:.1f} ms", reach="0.45 to 0.55")


def timed(work):
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def start(table, setup):
    with setup.running(GATEHOUSE_LOG_LEVEL="error") as nodes:
        times = []
        for _ in range(setup.sizes.starts):
            nodes[0].kill()
            times.append(nodes[0].start())
        time.sleep(0.6 * setup.sizes.seconds)
        table("ready with an existing database", f"{statistics.median(times) * 1000:.0f} ms", reach="300 ms")
        table("memory idle", f"{memory(nodes[0]):.0f} MB", reach="80 MB")


PARTS = {
    "start": start, "ingest": ingest, "sessions": sessions, "refresh": refresh, "apple": apple, "passwords": passwords, "pages": pages,
    "timing": timing, "questions": questions}


def measure(names, setup, report):
    for name in names:
        report.begin(name)
        PARTS[name](report, setup)


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench")
    parser.add_argument("--engine", choices=["sqlite", "postgres"], default="sqlite")
    parser.add_argument("--nodes", type=int, choices=range(1, 10), default=1, metavar="N", help="on PostgreSQL: 1 to 9")
    parser.add_argument("--events", type=int, metavar="N", help=f"events of the part questions; {Sizes.events:,} without it")
    parser.add_argument("--users", type=int, metavar="N", help=f"users of the part questions; {Sizes.users:,} without it")
    parser.add_argument("--tiny", action="store_true", help="each part in the smallest size, to try the benchmark itself")
    parser.add_argument("--markdown", type=pathlib.Path, metavar="FILE", help="also put the figures into tables of this file")
    parser.add_argument("parts", nargs="*", metavar="part", help=", ".join(PARTS))
    given = parser.parse_args()
    if unknown := set(given.parts) - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    if given.engine == "sqlite" and given.nodes > 1:
        parser.error("several nodes need PostgreSQL")
    sizes = TINY if given.tiny else Sizes()
    sizes = dataclasses.replace(sizes, events=given.events or sizes.events, users=given.users or sizes.users)
    report = Report()
    # Millions of events take minutes to write: only when they are asked for.
    names = given.parts or [part for part in PARTS if part != "questions"]
    try:
        measure(names, Setup(given.engine, given.nodes, sizes), report)
    finally:
        if given.markdown:
            report.write(given.markdown, given.engine)
    if report.problems:
        sys.exit(1)


if __name__ == "__main__":
    main()
