"""Users and events by formulas: straight into the program's SQLite files, and into DuckDB, the same events in both.

The program makes the rows that events share (combinations of facts, messages, failures, releases) from one delivered event of each
kind, so they are as it makes them. The millions of rows that refer to them are written past it.
"""

import array
import contextlib
import hashlib
import itertools
import sqlite3
import uuid

from rows import EVENT_COLUMNS, SPANS, insertion

DAYS = 30
DAY = 86_400_000
# Events of one attempt.
STEPS = 4
# One event of so many has the rare message, which is a failure of its own.
RARITY = 100_000
RARE = "The enclave lost its key (7F3A)."
VARIANTS = 40
CHUNK = 20_000
RELEASES = [f"4.{number}.0" for number in range(5)]
# Counts by minute are kept for so long.
MINUTES = 49 * 3_600_000
# The stages at which a session is known.
SIGNED_IN = {"session-store", "session-restore", "refresh", "profile-sync", "api-use"}
# The stages whose success shows that someone is in again; the failures are at some of them.
RECOVERIES = SIGNED_IN | {"token-exchange"}
FAILURES = {"failed", "degraded", "inconsistent"}

# An error, and its canonical code.
LOCKED = ("NSOSStatusErrorDomain", -25308, "The item could not be read", "keychain.locked")
ENTITLEMENT = ("NSOSStatusErrorDomain", -34018, "A required entitlement is not present", "keychain.entitlement")
TIMEOUT = ("NSURLErrorDomain", -1001, "The request timed out", "net.timeout")
OFFLINE = ("NSURLErrorDomain", -1009, "The Internet connection appears to be offline", "net.offline")
LOST = ("NSURLErrorDomain", -1005, "The network connection was lost", "net.connection_lost")
BAD_ANSWER = ("NSURLErrorDomain", -1011, "There was a bad response from the server", "net.bad_response")
CANCELLED = ("com.apple.AuthenticationServices.AuthorizationError", 1001, "The operation could not be completed", "apple.sheet.cancelled")
WRONG_PASSWORD = ("app.auth", "invalid_credentials", "The email or the password is wrong", "pwd.invalid")
LOST_KEY = ("NSOSStatusErrorDomain", -26275, RARE, "keychain.decode")


def step(stage, error=None, outcome=None, provider=None):
    return stage, outcome or ("failed" if error else "success"), provider, error


def apple(*steps):
    return [step("apple-sheet", provider="apple"), step("token-exchange", provider="apple"), *steps]


def resumed(*steps):
    return [step("session-restore"), *steps]


STORED, CALLED, REFRESHED, SYNCED = step("session-store"), step("api-use"), step("refresh"), step("profile-sync")
SHEET, EXCHANGED = apple()
SENT = step("token-exchange", provider="password")
# What happens in an attempt, and in how many of 997. The rare one is last.
PLOTS = [
    (270, apple(STORED, CALLED)),
    (20, [step("apple-sheet", CANCELLED, "cancelled", "apple"), SHEET, EXCHANGED, STORED]),
    (10, [step("apple-sheet", CANCELLED, "cancelled", "apple")] * 4),
    (9, [SHEET, step("token-exchange", TIMEOUT, provider="apple"), EXCHANGED, STORED]),
    (6, [SHEET] + [step("token-exchange", LOST, provider="apple")] * 3),
    (12, apple(step("session-store", LOCKED), STORED)),
    (5, apple(step("session-store", ENTITLEMENT), step("session-store", ENTITLEMENT))),
    (90, [step("password-entry", provider="password"), SENT, STORED, CALLED]),
    (20, [step("password-entry", provider="password"), step("token-exchange", WRONG_PASSWORD, "rejected", "password"), SENT, STORED]),
    (506, resumed(REFRESHED, SYNCED, CALLED)),
    (25, resumed(step("refresh", OFFLINE), REFRESHED, CALLED)),
    (9, resumed(*[step("refresh", TIMEOUT)] * 3)),
    (15, resumed(REFRESHED, SYNCED, step("api-use", BAD_ANSWER))),
    (0, apple(step("session-store", LOST_KEY), step("session-store", LOST_KEY))),
]
MOMENTS = list(dict.fromkeys(moment for _, plot in PLOTS for moment in plot))
LOTS = [number for number, (weight, _) in enumerate(PLOTS) for _ in range(weight)]
RARE_PLOT = len(PLOTS) - 1

# Devices, systems and networks, the first ones far more frequent.
PROFILES = [
    {"os_version": f"18.{number % 6}", "device_model": f"iPhone{number * 5 % 8 + 11},{number % 3 + 1}",
     "network": ["wifi", "cellular", "wifi"][number % 3], "platform": "ipados" if number == 38 else "ios",
     "environment": "testflight" if number == 39 else "production"} for number in range(40)]
PROFILE_LOTS = [number * number * len(PROFILES) // (1009 * 1009) for number in range(1009)]


def facts(moment, profile, release):
    """What an event of a kind says; the keys are dimensions."""
    stage, outcome, provider, error = MOMENTS[moment]
    return {
        "source": "client", "stage": stage, "outcome": outcome, "code": error and error[3], "name": f"auth.{stage.replace('-', '_')}",
        "provider": provider, "app_version": RELEASES[release], "build": str(410 + release),
        "app_state": "background" if stage == "session-restore" else "active", **PROFILES[profile]}


def message(moment, variant):
    """The text of the error; None without one."""
    error = MOMENTS[moment][3]
    return error and (error[2] if error[2] == RARE else f"{error[2]} ({variant}).")


def digest(text):
    return hashlib.md5(text.encode(), usedforsecurity=False).digest()


def subject(value):
    """An id as `subjects` has it: a UUID that begins with a zero is kept as a text."""
    return value if value[0] else b"\0" + str(uuid.UUID(bytes=value)).encode()


class Generated:
    """What event number `n` is. DuckDB's statement in `into_duckdb` has the formulas once more."""

    def __init__(self, count, users, now):
        self.count, self.users = count // STEPS * STEPS, users
        self.attempts = self.count // STEPS
        self.step = DAYS * DAY // self.count
        self.first = now - self.count * self.step
        # Attempts between two rare ones.
        self.rarity = min(RARITY // STEPS, max(1, self.attempts // 20))

    def user(self, number):
        return uuid.UUID(bytes=digest(f"u{number}"))

    def user_of(self, attempt):
        """Every other attempt is of the tenth of the users who use the app most."""
        place = attempt * 48_271 % self.users
        return place if attempt % 2 else place // 10

    def installation_of(self, attempt):
        """Some have a second device."""
        return self.user_of(attempt) * 2 + (attempt // 7 % 5 == 0)

    def session_of(self, attempt):
        """Three of an installation, one after the other."""
        return self.installation_of(attempt) * 3 + attempt * 3 // self.attempts

    def plot(self, attempt):
        return RARE_PLOT if attempt % self.rarity == self.rarity // 2 else LOTS[attempt * 397 % 997]

    def profile(self, attempt):
        return PROFILE_LOTS[attempt * 953 % 1009]

    def release(self, attempt):
        """The newest one of the time, or for a quarter the one before."""
        newest = attempt * len(RELEASES) // self.attempts
        return max(0, newest - (attempt * 31 % 101 < 25))

    def kinds(self):
        """Each kind of event that there is: moment, profile, release."""
        plots = [[MOMENTS.index(moment) for moment in plot] for _, plot in PLOTS]
        seen = {(self.plot(a), self.profile(a), self.release(a)) for a in range(self.attempts)}
        return sorted({(moment, profile, release) for plot, profile, release in seen for moment in plots[plot]})


class Kinds:
    """The numbers that the program gave to the rows which events share."""

    def __init__(self, generated):
        self.kinds = generated.kinds()
        self.variants = [
            (kind, variant) for kind in {moment: (moment, profile, release) for moment, profile, release in self.kinds}.values()
            for variant in range(VARIANTS if message(kind[0], 0) not in (None, RARE) else 1)]
        self.shapes, self.messages, self.failures = {}, {}, {}

    def events(self, now):
        """One event of each kind, and one with each message; in the form that clients send."""
        for number, (kind, variant) in enumerate([*((kind, 0) for kind in self.kinds), *self.variants]):
            event = {name: value for name, value in facts(*kind).items() if value is not None and name not in ("source", "code")}
            event |= {"id": str(uuid.UUID(bytes=digest(f"k{number}"))), "time": now - 60_000}
            if error := MOMENTS[kind[0]][3]:
                event["error"] = {"domain": error[0], "code": error[1], "message": message(kind[0], variant)}
                if error is WRONG_PASSWORD:
                    event["attributes"] = {"auth.server.code": error[1]}
            yield event

    def read(self, database, tenant):
        """Finds the rows of the delivered events; their facts must have arrived as they were sent."""
        names = list(facts(*self.kinds[0]))
        wanted = [*((kind, 0) for kind in self.kinds), *self.variants]
        found = {row[0]: row[1:] for row in database.execute(
            f"SELECT e.id, e.shape_id, e.message_id, e.failure_id, m.text, {', '.join('s.' + name for name in names)} FROM events e "
            "JOIN shapes s ON s.tenant_id = e.tenant_id AND s.id = e.shape_id "
            "LEFT JOIN messages m ON m.tenant_id = e.tenant_id AND m.id = e.message_id WHERE e.tenant_id = ?", (tenant,))}
        for number, (kind, variant) in enumerate(wanted):
            shape, text, failure, said, *values = found[digest(f"k{number}")]
            arrived, sent = dict(zip(names, values)), facts(*kind)
            if arrived != sent or said != message(kind[0], variant):
                raise SystemExit(f"An event did not arrive as it was sent: {sent}, {message(kind[0], variant)}; {arrived}, {said}")
            self.shapes[kind], self.failures[kind[0]] = shape, failure
            self.messages[kind[0], variant] = text


def fill(gatehouse, tenant_id, generated, kinds):
    """Puts the users and events into the files of a stopped server that has had the events of `kinds`."""
    tenant = uuid.UUID(tenant_id).bytes
    with opened(gatehouse.data / "control.sqlite") as control:
        fill_users(control, tenant, generated)
    with opened(gatehouse.data / "events.sqlite") as events:
        [number] = events.execute("SELECT number FROM event_tenants WHERE id = ?", (tenant,)).fetchone()
        kinds.read(events, number)
        Filling(events, number, generated, kinds).run()


@contextlib.contextmanager
def opened(file):
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as database:
        database.execute("PRAGMA synchronous=OFF")
        database.execute("PRAGMA cache_size=-400000")
        database.execute("BEGIN")
        yield database
        database.execute("COMMIT")
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def insert(database, table, columns, rows):
    database.executemany(insertion(table, columns), rows)


def fill_users(control, tenant, generated):
    start = generated.first
    ending = start + (DAYS + 60) * DAY
    # In the order of the key, so that each row goes to the end.
    order = sorted(range(generated.users), key=lambda number: generated.user(number).bytes)
    for at in range(0, len(order), CHUNK):
        part = [(number, generated.user(number).bytes) for number in order[at:at + CHUNK]]
        insert(control, "users", [
            "tenant_id", "id", "email", "email_verified", "name", "name_key", "role", "state", "created_at", "updated_at", "last_seen_at",
            "user_metadata", "app_metadata", "is_anonymous"], (
            (tenant, id, f"person{n:07d}@acme.example", 0, f"Person {n:07d}", f"person {n:07d}", "customer", "active", start + n, start + n, start + n,
             "{}", "{}", 0) for n, id in part))
        # Every other user has an open session.
        insert(control, "sessions", [
            "tenant_id", "id", "token_hash", "user_id", "kind", "device_model", "os_version", "app_version", "user_agent", "address", "created_at",
            "last_seen_at", "expires_at"], (
            (tenant, digest(f"o{n}"), digest(f"t{n}") * 2, id, "app", "iPhone16,1", "18.2", RELEASES[n % len(RELEASES)], "App/2 CFNetwork",
             "203.0.113.9", start + n, start + n, ending) for n, id in part if n % 2 == 0))
    terms = (
        (tenant, term, generated.user(n).bytes) for n in range(generated.users)
        for term in (f"person{n:07d}@acme.example", f"person{n:07d}", "acme.example", "acme", "example", "person", f"{n:07d}"))
    with without_indexes(control, "user_terms"):
        insert(control, "user_terms", ["tenant_id", "term", "user_id"], terms)
    control.execute(
        "INSERT INTO user_counts (tenant_id, role, state, n) VALUES (?,'customer','active',?) ON CONFLICT DO UPDATE SET n = n + excluded.n",
        (tenant, generated.users))


class Filling:
    """Writes the rows of events, in the layout that the program gives them."""

    def __init__(self, database, tenant, generated, kinds):
        self.database, self.tenant, self.generated, self.kinds = database, tenant, generated, kinds
        # The numbers of users, installations and sessions, once they have appeared.
        self.users = array.array("I", bytes(4 * generated.users))
        self.installations = array.array("I", bytes(8 * generated.users))
        self.sessions = array.array("I", bytes(24 * generated.users))
        self.subjects, self.highest = [], 0
        # When a failure was met last, by whom (whether by an installation, and its place), the failure and the release; and the latest
        # success of each user and installation.
        self.met = {}
        self.user_successes, self.installation_successes = array.array("Q", bytes(8 * generated.users)), array.array("Q", bytes(16 * generated.users))
        # When each row that events share was first needed.
        self.first_shape, self.first_message, self.first_failure, self.first_release = {}, {}, {}, {}

    def number(self, bytes, moment):
        self.highest += 1
        self.subjects.append((self.tenant, self.highest, bytes, moment))
        return self.highest

    def once(self, numbers, place, letter, moment):
        if not numbers[place]:
            numbers[place] = self.number(subject(digest(f"{letter}{place}")), moment)
        return numbers[place]

    def rows(self):
        generated, kinds = self.generated, self.kinds
        plots = [[MOMENTS.index(moment) for moment in plot] for _, plot in PLOTS]
        for a in range(generated.attempts):
            user, installation, session = generated.user_of(a), generated.installation_of(a), generated.session_of(a)
            profile, release, variant = generated.profile(a), generated.release(a), a % VARIANTS
            attempt = None
            for place, moment in enumerate(plots[generated.plot(a)]):
                n = a * STEPS + place
                at, id = generated.first + n * generated.step, digest(f"e{n}")
                stage, outcome, _, error = MOMENTS[moment]
                attempt = attempt or self.number(digest(f"a{a}"), at)
                shape, failure = kinds.shapes[moment, profile, release], kinds.failures[moment]
                text = error and kinds.messages[moment, 0 if error is LOST_KEY else variant]
                self.first_shape.setdefault(shape, at)
                if text:
                    self.first_message.setdefault(text, at)
                is_known = stage in SIGNED_IN
                if failure:
                    self.first_failure.setdefault(failure, at)
                    self.met[not is_known, user if is_known else installation, failure, release] = at
                if outcome == "success" and stage in RECOVERIES:
                    self.installation_successes[installation] = at
                    if is_known:
                        self.user_successes[user] = at
                yield (
                    self.tenant, at, int.from_bytes(id[-3:]), id, shape, text,
                    self.once(self.users, user, "u", at) if is_known else None, self.once(self.sessions, session, "s", at) if is_known else None,
                    attempt, self.once(self.installations, installation, "i", at), n % 997, 200 + n % 1999, None, failure)
            self.first_release.setdefault(RELEASES[release], generated.first + a * STEPS * generated.step)

    def run(self):
        database, tenant = self.database, self.tenant
        for table in ["events", "event_counts", "event_totals", "subjects", "failure_users"]:
            database.execute(f"DELETE FROM {table} WHERE tenant_id = ?", (tenant,))
        with without_indexes(database, "events"), without_indexes(database, "subjects"):
            rows = self.rows()
            while part := list(itertools.islice(rows, CHUNK)):
                insert(database, "events", EVENT_COLUMNS, part)
                insert(database, "subjects", ["tenant_id", "id", "value", "created_at"], self.subjects)
                self.subjects.clear()
        database.execute("UPDATE event_tenants SET highest_subject = ? WHERE number = ?", (self.highest, tenant))
        for table, column, moments in [
            ("shapes", "created_at", self.first_shape), ("messages", "created_at", self.first_message),
            ("failures", "created_at", self.first_failure), ("releases", "first_seen_at", self.first_release),
        ]:
            key = "version" if table == "releases" else "id"
            database.executemany(
                f"UPDATE {table} SET {column} = ? WHERE tenant_id = ? AND {key} = ?", ((at, tenant, value) for value, at in moments.items()))
        self.add_users_of_failures()
        self.count()

    def add_users_of_failures(self):
        latest = {}
        for (*pair, release), at in self.met.items():
            latest[*pair] = max(latest.get((*pair,), (0, 0)), (at, release))

        def row(is_installation, place, failure, release, at):
            subject = (self.installations if is_installation else self.users)[place]
            success = (self.installation_successes if is_installation else self.user_successes)[place]
            return (
                self.tenant, subject, failure, RELEASES[release], (subject * 40_503 >> 10) & 63, at,
                latest[is_installation, place, failure] == (at, release), success <= at, is_installation)

        with without_indexes(self.database, "failure_users"):
            insert(self.database, "failure_users", [
                "tenant_id", "subject_id", "failure_id", "app_version", "sample", "last_at", "is_latest", "is_out", "is_installation",
            ], sorted(row(*key, at) for key, at in self.met.items()))

    def count(self):
        database, tenant = self.database, self.tenant
        last = self.generated.first + self.generated.count * self.generated.step
        for span, unit in SPANS:
            since = last - MINUTES if span == "m" else 0
            database.execute(
                "INSERT INTO event_counts (tenant_id, span, start, shape_id, n) "
                f"SELECT ?, ?, occurred_at / {unit} * {unit}, shape_id, count(*) FROM events WHERE tenant_id = ? AND occurred_at >= ? GROUP BY 3, 4",
                (tenant, span, tenant, since))
            database.execute(
                "INSERT INTO event_totals (tenant_id, span, start, stage, outcome, n) "
                "SELECT ?, c.span, c.start, s.stage, s.outcome, sum(c.n) FROM event_counts c JOIN shapes s ON s.tenant_id = c.tenant_id AND s.id = c.shape_id "
                "WHERE c.tenant_id = ? AND c.span = ? GROUP BY 2, 3, 4, 5", (tenant, tenant, span))


@contextlib.contextmanager
def without_indexes(database, table):
    """Indexes that are made after the rows are read more than they are sorted into."""
    indexes = database.execute("SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL", (table,)).fetchall()
    # What the planner is to believe of them goes with them.
    beliefs = database.execute("SELECT tbl, idx, stat FROM sqlite_stat1 WHERE tbl = ?", (table,)).fetchall() if has_beliefs(database) else []
    for name, _ in indexes:
        database.execute(f"DROP INDEX {name}")
    yield
    for _, text in indexes:
        database.execute(text)
    if beliefs:
        database.execute("DELETE FROM sqlite_stat1 WHERE tbl = ?", (table,))
        database.executemany("INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (?, ?, ?)", beliefs)


def has_beliefs(database):
    return database.execute("SELECT count(*) FROM sqlite_master WHERE name = 'sqlite_stat1'").fetchone()[0] > 0


def into_duckdb(database, generated):
    """The same events as one wide table, which is what DuckDB is best at."""
    names = list(facts(0, 0, 0))
    kinds = [(m, p, r) for m in range(len(MOMENTS)) for p in range(len(PROFILES)) for r in range(len(RELEASES))]
    tables = {
        "kinds": (["moment INTEGER", "profile INTEGER", "release INTEGER", *(f"{name} VARCHAR" for name in names)],
                  [(*kind, *facts(*kind).values()) for kind in kinds]),
        "moments": (["moment INTEGER", "is_known BOOLEAN", "text VARCHAR", "error_domain VARCHAR", "error_code VARCHAR"],
                    [(number, stage in SIGNED_IN, error and error[2], error and error[0], error and str(error[1]))
                     for number, (stage, _, _, error) in enumerate(MOMENTS)]),
        "plots": (["plot INTEGER", "step INTEGER", "moment INTEGER"],
                  [(number, place, MOMENTS.index(moment)) for number, (_, plot) in enumerate(PLOTS) for place, moment in enumerate(plot)]),
        "lots": (["place INTEGER", "plot INTEGER"], list(enumerate(LOTS))),
        "profiles": (["place INTEGER", "profile INTEGER"], list(enumerate(PROFILE_LOTS))),
    }
    for table, (columns, rows) in tables.items():
        database.execute(f"CREATE TABLE {table} ({', '.join(columns)})")
        # A list for each column: DuckDB takes milliseconds for a row by itself.
        database.execute(f"INSERT INTO {table} SELECT {', '.join(['unnest(?)'] * len(columns))}", [list(column) for column in zip(*rows)])
    users, attempts, rarity = generated.users, generated.attempts, generated.rarity
    failures = ", ".join(f"'{outcome}'" for outcome in sorted(FAILURES))
    database.execute(f"""
        CREATE TABLE events AS
        WITH numbers AS (
            SELECT n, n // {STEPS} AS a, n % {STEPS} AS step,
                CASE WHEN a % 2 = 1 THEN a * 48271 % {users} ELSE a * 48271 % {users} // 10 END AS u,
                u * 2 + CASE WHEN a // 7 % 5 = 0 THEN 1 ELSE 0 END AS i, i * 3 + a * 3 // {attempts} AS s,
                greatest(0, a * {len(RELEASES)} // {attempts} - CASE WHEN a * 31 % 101 < 25 THEN 1 ELSE 0 END) AS release
            FROM range({generated.count}) AS r(n)),
        plotted AS (
            SELECT n.*, CASE WHEN a % {rarity} = {rarity // 2} THEN {RARE_PLOT} ELSE l.plot END AS plot, p.profile AS profile
            FROM numbers n JOIN lots l ON l.place = a * 397 % 997 JOIN profiles p ON p.place = a * 953 % 1009)
        SELECT {generated.first} + n * {generated.step} AS time, md5('e' || n)::UUID AS id, {', '.join('k.' + name for name in names)},
            CASE WHEN m.text = '{RARE}' OR m.text IS NULL THEN m.text ELSE m.text || ' (' || a % {VARIANTS} || ').' END AS message,
            m.error_domain, m.error_code, k.outcome IN ({failures}) AS is_failure,
            CASE WHEN m.is_known THEN md5('u' || u)::UUID END AS user_id, CASE WHEN m.is_known THEN md5('s' || s)::UUID END AS session_id,
            md5('a' || a)::UUID AS attempt, md5('i' || i)::UUID AS installation_id, n % 997 AS duration_ms
        FROM plotted e JOIN plots q ON q.plot = e.plot AND q.step = e.step JOIN moments m ON m.moment = q.moment
        JOIN kinds k ON k.moment = q.moment AND k.profile = e.profile AND k.release = e.release ORDER BY n""")
    database.execute("CHECKPOINT")
