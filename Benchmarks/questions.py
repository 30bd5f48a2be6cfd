"""Questions about many events: by the program through HTTP, and by DuckDB from the same events, in one run; and pages of the console."""

import contextlib
import datetime
import http.client
import math
import pathlib
import statistics
import tempfile
import threading
import time
import urllib.parse
import uuid

from deliveries import native
from generated import DAY, DAYS, FAILURES, LOST_KEY, RARE, RARITY, RELEASES, Generated, Kinds, digest, facts, fill
from harness import PASSWORD, Gatehouse
from ingest import BATCH, events
import contrast

PAGE = 50
HOUR = 3_600_000
SEEDED = 100
# The stages whose success shows that someone is signed in; those of the rare failure are among them.
SIGNED_IN = ["token-exchange", "session-store", "session-restore", "refresh", "api-use", "profile-sync", "account-change"]
FACETS = list(facts(0, 0, 0))


class Question:
    """A path of the API, the same in SQL, and how the two answers are made comparable.

    - `sql` is a function of the time in milliseconds where the answer depends on it. Such a question is open: its answer changes while
      events arrive.
    - `compared` gives the facts of an answer and of DuckDB's rows; they must be equal.
    """

    def __init__(self, name, path, sql, compared, reach="faster than DuckDB"):
        self.name, self.path, self.compared, self.reach = name, path, compared, reach
        self.is_open = callable(sql)
        self.sql = sql if self.is_open else lambda _: sql


def moment(milliseconds):
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(milliseconds // 1000)) + f".{milliseconds % 1000:03d}Z"


def day_of(text):
    return round(datetime.datetime.fromisoformat(text).timestamp() * 1000) // DAY


def ids(answer, rows):
    return [uuid.UUID(item["id"]) for item in answer["items"]], [row[0] for row in rows]


def counts(answer, rows):
    return sorted((item["value"] or "", item["count"]) for item in answer["items"]), sorted((value or "", count) for value, count in rows)


def summed(triples):
    """Sums of (day, value, count); nothing for a sum of 0."""
    sums = {}
    for day, value, count in triples:
        sums[day, value] = sums.get((day, value), 0) + count
    return {key: count for key, count in sums.items() if count}


def by_outcome(answer, rows):
    return summed((day_of(c["start"]), outcome, n) for c in answer["columns"] for outcome, n in c["counts"].items()), summed(rows)


def stacked(answer, rows):
    names = ["other" if series["other"] else series["value"] for series in answer["series"]]
    ours = summed((day_of(c["start"]), name, n) for c in answer["columns"] for name, n in zip(names, c["counts"]))
    return ours, summed((day, value if value in names else "other", n) for day, value, n in rows)


def failures(answer, rows):
    """Those of the apps: the server's own findings have no error."""
    return sorted(
        (f["stage"], f["code"], f["error_domain"], f["error_code"], f["count"]) for f in answer["items"] if f["error_domain"] and f["count"]
    ), sorted(rows)


def people(answer, rows):
    return (answer["count"], answer["people_affected"], answer["people_still_out"]), rows[0]


def releases(answer, rows):
    found = {row[0]: row[1:] for row in rows}
    return {r["version"]: (r["success"]["successes"], r["success"]["results"]) for r in answer["items"] if r["version"] in RELEASES}, {
        version: found.get(version, (0, 0)) for version in RELEASES}


def systems(answer, rows):
    return sorted((part["value"], part["events"]) for part in answer["systems"]), sorted(rows)


def time_line(answer, rows):
    """Its own events, without those that are joined by something else."""
    return [uuid.UUID(step["event"]["id"]) for step in answer["steps"] if step["joined_by"] == "attempt"], [row[0] for row in rows]


def is_failure(failure):
    return f"is_failure AND stage = '{failure['stage']}' AND code = '{failure['code']}' AND error_code = '{failure['error_code']}'"


class Subjects:
    """Those of the middle attempt, and the failures that the program lists."""

    def __init__(self, generated, listed):
        self.middle = generated.attempts // 2
        self.user = generated.user(generated.user_of(self.middle))
        self.session = uuid.UUID(bytes=digest(f"s{generated.session_of(self.middle)}"))
        self.installation = uuid.UUID(bytes=digest(f"i{generated.installation_of(self.middle)}"))
        self.attempt = uuid.UUID(bytes=digest(f"a{self.middle}"))
        listed = [failure for failure in listed if failure["error_domain"]]
        [self.rare] = [failure for failure in listed if failure["code"] == LOST_KEY[3]]
        self.failure = max((failure for failure in listed if failure is not self.rare), key=lambda failure: failure["count"])


def span(generated):
    """Whole days: the program answers a longer range from its counts of hours and days."""
    last = (generated.first + generated.count * generated.step) // DAY * DAY
    return last - (DAYS - 1) * DAY, last


def about_counts(start, last):
    def path(what, **fields):
        return f"/events{what}?" + urllib.parse.urlencode({"from": moment(start), "to": moment(last), **fields})

    within, day = f"time >= {start} AND time < {last}", f"time // {DAY}"
    newest = RELEASES[-2]
    yield Question("histogram", path("/histogram"), f"SELECT {day}, outcome, count(*) FROM events WHERE {within} GROUP BY 1, 2", by_outcome)
    yield Question(
        "histogram of one release's failures", path("/histogram", q=f"release:{newest} outcome:failed"),
        f"SELECT {day}, outcome, count(*) FROM events WHERE {within} AND app_version = '{newest}' AND outcome = 'failed' GROUP BY 1, 2", by_outcome)
    for by, query, condition in [("app_version", "outcome:failed", "outcome = 'failed'"), ("device_model", "-outcome:success", "outcome <> 'success'")]:
        yield Question(
            f"histogram of {query}, stacked by {by}", path("/histogram", by=by, q=query),
            f"SELECT {day}, {by}, count(*) FROM events WHERE {within} AND {condition} GROUP BY 1, 2", stacked)
    for by in ["code", "stage", "app_version", "device_model", "os_version"]:
        yield Question(
            f"facet {by}", path("/counts", by=by, limit=200), f"SELECT {by}, count(*) FROM events WHERE {within} GROUP BY 1", counts)
    yield Question(
        "top codes of one release", path("/counts", by="code", limit=200, q=f"release:{newest} code:*"),
        f"SELECT code, count(*) FROM events WHERE {within} AND app_version = '{newest}' AND code IS NOT NULL GROUP BY 1", counts)
    yield Question(
        "compare failures with all others", path("/comparison", q="outcome:failed", limit=200),
        contrast.statement(FACETS, f"{within} AND outcome = 'failed'", f"{within} AND outcome <> 'failed'"), contrast.compared)
    week = last - 7 * DAY
    yield Question(
        "compare the failures of a week with the week before",
        "/events/comparison?" + urllib.parse.urlencode(
            {"from": moment(week), "to": moment(last), "q": "outcome:failed", "baseline": "before", "limit": 200}),
        contrast.statement(
            FACETS, f"time >= {week} AND time < {last} AND outcome = 'failed'",
            f"time >= {week - 7 * DAY} AND time < {week} AND outcome = 'failed'"), contrast.compared)


def about_rows(start, last, subjects):
    def question(name, query, condition, reach):
        path = "/events?" + urllib.parse.urlencode({"from": moment(start), "to": moment(last), "limit": PAGE, "q": query})
        return Question(
            name, path, f"SELECT id FROM events WHERE time >= {start} AND time < {last} AND {condition} ORDER BY time DESC LIMIT {PAGE}", ids, reach)

    faster, once = "faster than DuckDB", "1 ms in the store"
    for name, text, reach in [
        ("common", "could not be read", faster), ("fairly common", "read (21)", faster), ("rare", RARE.lower(), once),
        ("unknown", "no such text at all", once),
    ]:
        yield question(f"text search, {name}", f'"{text}"', f"message ILIKE '%{text}%'", reach)
    yield question("latest failures", "outcome:failed", "outcome = 'failed'", faster)
    yield question(
        "a query of the query language", f'code:keychain.* -outcome:cancelled release:>={RELEASES[-2]} "required"',
        f"code LIKE 'keychain.%' AND outcome <> 'cancelled' AND app_version IN ('{RELEASES[-2]}', '{RELEASES[-1]}') AND message ILIKE '%required%'",
        faster)
    yield question("one user", f"user:{subjects.user}", f"user_id = '{subjects.user}'", once)
    yield question("one session", f"session:{subjects.session}", f"session_id = '{subjects.session}'", once)
    yield question("one installation", f"installation:{subjects.installation}", f"installation_id = '{subjects.installation}'", once)
    yield question("one attempt", f"attempt:{subjects.attempt.hex}", f"attempt = '{subjects.attempt}'", once)
    yield Question(
        "the time line of one attempt", f"/attempts/{subjects.attempt.hex}",
        f"SELECT id FROM events WHERE attempt = '{subjects.attempt}' ORDER BY time", time_line, "")


def about_attempts(subjects):
    def question(name, filter, condition, is_open=True):
        path = "/attempts?" + urllib.parse.urlencode({**filter, "limit": PAGE})
        sql = f"SELECT attempt FROM events WHERE {condition} GROUP BY attempt ORDER BY max(time) DESC LIMIT {PAGE}"
        return Question(name, path, (lambda _: sql) if is_open else sql, ids)

    yield question("attempts of one user", {"user": str(subjects.user)}, f"user_id = '{subjects.user}'", is_open=False)
    yield question("attempts of a frequent failure", {"failure": subjects.failure["id"]}, is_failure(subjects.failure))
    yield question("attempts of the rare failure", {"failure": subjects.rare["id"]}, is_failure(subjects.rare), is_open=False)
    yield question("attempts of a query", {"q": "code:keychain.* outcome:failed"}, "code LIKE 'keychain.%' AND outcome = 'failed'")
    yield question("attempts of one release", {"release": RELEASES[-2]}, f"app_version = '{RELEASES[-2]}'", is_open=False)


def about_failures(subjects):
    def since(period):
        width, columns = {"7d": (6 * HOUR, 28), "30d": (DAY, 30)}[period]
        return lambda now: now // width * width - (columns - 1) * width

    for period in ["7d", "30d"]:
        yield Question(
            f"failures of {period}", f"/failures?period={period}&limit={PAGE}", lambda now, first=since(period):
            f"SELECT stage, code, error_domain, error_code, count(*) FROM events WHERE is_failure AND time >= {first(now)} GROUP BY 1, 2, 3, 4", failures)
    rare, stages = is_failure(subjects.rare), ", ".join(f"'{stage}'" for stage in SIGNED_IN)

    def still_out(now, first=since("30d")):
        later = f"g.time > p.last AND g.outcome = 'success' AND g.stage IN ({stages})"
        return f"""
            WITH p AS (SELECT coalesce(user_id, installation_id) AS person, max(time) AS last, count(*) AS n
                FROM events WHERE {rare} AND time >= {first(now)} GROUP BY 1)
            SELECT coalesce(sum(n), 0)::BIGINT, count(*), count(*) FILTER (
                person NOT IN (SELECT p.person FROM p JOIN events g ON g.user_id = p.person AND {later})
                AND person NOT IN (SELECT p.person FROM p JOIN events g ON g.installation_id = p.person AND {later})) FROM p"""

    yield Question(
        "one failure, with the people still out", f"/failures/{subjects.rare['id']}?period=30d", still_out, people)


def about_releases(generated):
    results = ", ".join(f"'{outcome}'" for outcome in sorted(FAILURES | {"success"}))
    yield Question(
        "releases with their success rates", f"/releases?limit={PAGE}", lambda now:
        f"SELECT app_version, count(*) FILTER (outcome IN ('success', 'degraded')), count(*) FILTER (outcome IN ({results})) FROM events "
        f"WHERE time >= {(now - 7 * DAY) // HOUR * HOUR} GROUP BY 1", releases)
    yield Question(
        "one release beside the one before", f"/releases/{RELEASES[-1]}", lambda _:
        f"SELECT os_version, count(*) FROM events WHERE app_version = '{RELEASES[-1]}' GROUP BY 1", systems)


def all_questions(generated, subjects):
    start, last = span(generated)
    yield from about_counts(start, last)
    yield from about_rows(start, last, subjects)
    yield from about_attempts(subjects)
    yield from about_failures(subjects)
    yield from about_releases(generated)


def timed(work, turns):
    """The median and the 95th percentile in milliseconds, and the last answer. `work` gives the seconds that it took, and its answer."""
    times = []
    for _ in range(turns):
        seconds, answer = work()
        times.append(seconds * 1000)
    times.sort()
    return statistics.median(times), times[math.ceil(turns * 0.95) - 1], answer


def measured(work):
    began = time.perf_counter()
    answer = work()
    return time.perf_counter() - began, answer


class Asker:
    """Sends requests on one connection. Where it asks more often than the server allows, it waits, and measures what comes after."""

    def __init__(self, gatehouse, headers):
        self.gatehouse, self.headers, self.connection = gatehouse, headers, gatehouse.connect(timeout=300)

    def get(self, path):
        """Returns the seconds, and the answer."""
        while True:
            try:
                seconds, answer = measured(lambda: self.gatehouse.call("GET", path, None, self.headers, connection=self.connection))
            except http.client.RemoteDisconnected:
                # The server closes a connection that was idle for a while.
                self.connection = self.gatehouse.connect(timeout=300)
                continue
            if answer.status == 200:
                return seconds, answer
            if answer.status != 429:
                raise SystemExit(f"{path}: {answer}")
            time.sleep(int(answer.headers.get("Retry-After", 1)))

    def page(self, path):
        """A page of a list, and more where the server ended it early, until there are as many items as a page has."""
        seconds, answer = self.get(path)
        found = answer.json()
        while (cursor := found.get("next_cursor")) and len(found["items"]) < PAGE:
            more, answer = self.get(f"{path}&cursor={urllib.parse.quote(cursor)}")
            seconds += more
            found = {**answer.json(), "items": found["items"] + answer.json()["items"]}
        if "items" in found:
            found["items"] = found["items"] if "count" in path or "comparison" in path else found["items"][:PAGE]
        return seconds, found


class Run:
    """A filled installation that runs, and DuckDB with the same events."""

    def __init__(self, table, gatehouse, tenant, generated, duckdb, turns):
        self.table, self.gatehouse, self.tenant, self.generated, self.duckdb, self.turns = table, gatehouse, tenant, generated, duckdb, turns
        self.root = f"/api/v1/tenants/{tenant['slug']}"
        self.api = Asker(gatehouse, {"Authorization": f"Bearer {tenant['secret_key']}"})
        self.subjects = Subjects(generated, self.api.get(f"{self.root}/failures?period=30d&limit={PAGE}")[1].json()["items"])

    def ask(self):
        """Each question to both; their answers must be equal."""
        for question in all_questions(self.generated, self.subjects):
            middle, late, answer = timed(lambda: self.api.page(self.root + question.path), self.turns)
            if self.duckdb is None:
                self.table(question.name, f"{middle:.1f} ms", f"p95 {late:.1f} ms", beside="DuckDB is not installed", reach=question.reach)
                continue
            now = int(time.time() * 1000)
            other, _, rows = timed(lambda: measured(lambda: self.duckdb.execute(question.sql(now)).fetchall()), self.turns)
            ours, theirs = question.compared(answer, rows)
            if ours != theirs and question.is_open:
                # An hour may have begun meanwhile.
                ours, theirs = self.again(question)
            self.table(
                question.name, f"{middle:.1f} ms", f"p95 {late:.1f} ms", beside=f"DuckDB {other:.1f} ms, ratio {middle / other:.2f}",
                reach=question.reach)
            if ours != theirs:
                self.table.problem(question.name, f"the answers differ: {str(ours)[:300]} and {str(theirs)[:300]}")

    def again(self, question):
        answer = self.api.page(self.root + question.path)[1]
        return question.compared(answer, self.duckdb.execute(question.sql(int(time.time() * 1000))).fetchall())

    def ask_during_ingest(self):
        """The same questions to the program alone. Where no new event can be part of the answer, it must be that of DuckDB."""
        for question in all_questions(self.generated, self.subjects):
            middle, late, answer = timed(lambda: self.api.page(self.root + question.path), self.turns)
            self.table(f"{question.name}, during ingest", f"{middle:.1f} ms", f"p95 {late:.1f} ms")
            if self.duckdb is None or question.is_open:
                continue
            ours, theirs = question.compared(answer, self.duckdb.execute(question.sql(0)).fetchall())
            if ours != theirs:
                self.table.problem(f"{question.name}, during ingest", f"the answers differ: {str(ours)[:300]} and {str(theirs)[:300]}")

    def export(self, days, load):
        """The rate of an export of so many days, read as it comes."""
        start, last = span(self.generated)
        start = max(start, last - days * DAY)
        connection = self.gatehouse.connect(timeout=1800)
        fields = urllib.parse.urlencode({"from": moment(start), "to": moment(last)})
        began, lines, size = time.perf_counter(), 0, 0
        connection.request("GET", f"{self.root}/events/export?{fields}", headers=self.api.headers)
        response = connection.getresponse()
        if response.status != 200:
            raise SystemExit(f"export: {response.status} {response.read(300)!r}")
        while part := response.read(1 << 18):
            lines += part.count(b"\n")
            size += len(part)
        seconds = time.perf_counter() - began
        beside = "DuckDB is not installed"
        if self.duckdb is not None:
            within = f"time >= {start} AND time < {last}"
            with tempfile.TemporaryDirectory() as folder:
                other, _ = measured(lambda: self.duckdb.execute(
                    f"COPY (SELECT * FROM events WHERE {within} ORDER BY time DESC) TO '{folder}/events.json' (FORMAT json)"))
            [expected] = self.duckdb.execute(f"SELECT count(*) FROM events WHERE {within}").fetchone()
            beside = f"DuckDB {expected / other:,.0f}/s to a file"
            if lines != expected:
                self.table.problem("export", f"{lines:,} lines for {expected:,} events")
        self.table(f"export of {days} days, {load}", f"{lines / seconds:,.0f}/s", f"{size / seconds / (1 << 20):.1f} MiB/s, {lines:,} events", beside=beside)

    def pages(self, cookie, load):
        """Pages of the console, alone or while events arrive."""
        asker, subjects = Asker(self.gatehouse, {"Cookie": cookie}), self.subjects
        middle = self.generated.users // 2
        for path in [
            "/overview", "/events", "/events?range=30d", "/events?range=30d&outcome=failed", "/events?range=30d&text=read+(7)",
            f"/events?range=30d&user={subjects.user}", "/events?" + urllib.parse.urlencode({"range": "30d", "q": "code:keychain.* -outcome:cancelled"}),
            "/failures", f"/failures/{subjects.failure['id']}", f"/failures/{subjects.rare['id']}", "/attempts", f"/attempts?user={subjects.user}",
            f"/attempts/{subjects.attempt.hex}", "/releases", "/changes", f"/releases/release?version={RELEASES[-1]}", "/error-codes", "/users", "/users?q=person",
            f"/users?q=person{middle:07d}", "/users?q=acme.example&sort=name", "/users?role=driver", f"/users/{subjects.user}", "/sessions",
            f"/sessions?app_version={RELEASES[-1]}", "/audit", "/keys", "/roles",
        ]:
            median, late, _ = timed(lambda: asker.get(f"/t/{self.tenant['slug']}{path}"), self.turns)
            shown = path.replace(subjects.rare["id"], "the rare one")
            for id in [str(subjects.user), subjects.failure["id"], subjects.attempt.hex]:
                shown = shown.replace(id, "…")
            self.table(f"page {urllib.parse.unquote_plus(shown)}, {load}", f"p95 {late:.1f} ms", f"median {median:.1f} ms", reach="80 ms")


@contextlib.contextmanager
def ingesting(gatehouse, tenant, pause):
    """A client that sends batches all the while. Gives the times of its requests."""
    ended, times, wrong = threading.Event(), [], []

    def send():
        connection, turn = gatehouse.connect(timeout=60), 0
        while not ended.is_set() or not times:
            turn += 1
            delivery = native(tenant, list(events(BATCH, int(time.time() * 1000) - BATCH, turn)))
            seconds, answer = measured(lambda: delivery.send(gatehouse, connection))
            times.append(seconds * 1000)
            if answer.status != 200:
                wrong.append(answer)
            ended.wait(pause)

    thread = threading.Thread(target=send)
    thread.start()
    try:
        yield times
    finally:
        ended.set()
        thread.join()
        if wrong:
            raise SystemExit(wrong[0])


@contextlib.contextmanager
def filled(table, count, users, turns, beside=True):
    """A new installation with so many events and users, in turn with DuckDB: a `Run`, and the cookie of an admin."""
    with contextlib.ExitStack() as stack:
        gatehouse = stack.enter_context(Gatehouse(GATEHOUSE_LOG_LEVEL="error"))
        gatehouse.start()
        tenant = gatehouse.new_tenant("acme")
        gatehouse.command(
            "admin", "create", "--email", "ada@acme.example", "--name", "Ada", "--tenant", tenant["slug"], "--role", "admin", "--password-stdin",
            "--json", stdin=PASSWORD)
        generated = Generated(count, users, int(time.time() * 1000))
        kinds = Kinds(generated)
        wanted = list(kinds.events(int(time.time() * 1000)))
        for place in range(0, len(wanted), SEEDED):
            answer = native(tenant, wanted[place:place + SEEDED]).send(gatehouse)
            if answer.status != 200 or answer.json()["rejected"]:
                raise SystemExit(answer)
        gatehouse.terminate()
        seconds, _ = measured(lambda: fill(gatehouse, tenant["id"], generated, kinds))
        table(f"{generated.count:,} events, {users:,} users, one rare in {min(RARITY, generated.rarity * 4):,}", f"{seconds:.0f} s", "to write them")
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
        duckdb = opened_duckdb(stack, folder / "events.duckdb", generated) if beside else None
        size = (gatehouse.data / "events.sqlite").stat().st_size / generated.count
        other = f"DuckDB {(folder / 'events.duckdb').stat().st_size / generated.count:.0f} bytes" if duckdb is not None else ""
        table("an event on disk, with indexes, ids and counts", f"{size:.0f} bytes", beside=other, reach="150 bytes")
        table("to start with them", f"{gatehouse.start(ready_within=300) * 1000:.0f} ms", reach="300 ms")
        yield Run(table, gatehouse, tenant, generated, duckdb, turns), gatehouse.console("ada@acme.example", tenant["slug"])


def opened_duckdb(stack, file, generated):
    try:
        import duckdb
    except ImportError:
        return None
    from generated import into_duckdb
    database = stack.enter_context(contextlib.closing(duckdb.connect(str(file))))
    into_duckdb(database, generated)
    return database


def pages(table, setup):
    if setup.engine != "sqlite":
        table("pages", "not measured", "the users and events for them are put into SQLite's files")
        return
    with setup.filled(table, setup.sizes.page_events, setup.sizes.page_users, beside=False) as (run, cookie):
        run.pages(cookie, "alone")


def questions(table, setup):
    if setup.engine != "sqlite":
        table("questions", "not measured", "the events for them are put into SQLite's files")
        return
    with setup.filled(table, setup.sizes.events, setup.sizes.users) as (run, cookie):
        run.ask()
        run.export(7, "alone")
        run.pages(cookie, "alone")
        with ingesting(run.gatehouse, run.tenant, setup.sizes.pause) as times:
            began = time.perf_counter()
            run.ask_during_ingest()
            run.export(3, "during ingest")
            run.pages(cookie, "during ingest")
            rate = len(times) * BATCH / (time.perf_counter() - began)
        times.sort()
        table(f"a batch of {BATCH} meanwhile", f"p95 {times[math.ceil(len(times) * 0.95) - 1]:.1f} ms",
              f"median {statistics.median(times):.1f} ms, {len(times)} batches, {rate:,.0f} events/s")
