"""PostgreSQL that goes away and comes back, is full, or was never there.

The pauses are by the clock: for how long a server works under load between two faults, and for how long a fault lasts, is what such a
test is about.
"""

import collections
import concurrent.futures
import http.client
import itertools
import json
import os
import pathlib
import random
import shutil
import subprocess
import tempfile
import threading
import time
import unittest
import uuid

from cluster import Cluster
from harness import PASSWORD, Gatehouse
from postgres import Server, needs_postgres
from wire import SilentServer

RESTARTS = int(os.environ.get("GATEHOUSE_RESTARTS", "5"))
HEALTHY_WITHIN = 3.0
# From the promotion on; it may be noticed at the end of a wait for the old primary.
PROMOTED_WITHIN = 10.0
CLEAR_WITHIN = 15.0


class Client(threading.Thread):
    """Sends one request after the other until it is stopped. A response that is neither a success nor 503 is wrong."""

    def __init__(self, node):
        super().__init__(daemon=True)
        self.node = node
        self.ended = threading.Event()
        self.answers = collections.Counter()
        self.wrong = []
        self.last_served = 0.0

    def run(self):
        connection = None
        while not self.ended.is_set():
            try:
                connection = connection or self.node.connect(timeout=30)
                self.turn(connection)
            except (OSError, http.client.HTTPException) as error:
                # The node is there all the time, so no connection to it may break.
                self.wrong.append(repr(error))
                connection = None
            time.sleep(0.01)

    def ask(self, connection, method, path, body=None, headers=None, wanted=(200,)):
        """The answer when it is one of the wanted; None when the request was refused for now."""
        answer = self.node.call(method, path, body, headers, connection=connection)
        self.answers[answer.status] += 1
        if answer.status in wanted:
            self.last_served = time.monotonic()
            return answer
        if answer.status != 503 or not answer.headers["Retry-After"]:
            self.wrong.append((method, path, dict(answer.headers), answer))
        return None


class Reporter(Client):
    """Posts events as lines, each batch again and again until it is acknowledged, as the apps do."""

    def __init__(self, node, tenant, address="203.0.113.9"):
        super().__init__(node)
        self.headers = {
            "Authorization": f"Bearer {tenant['ingest_key']}", "Content-Type": "application/x-ndjson", "X-Forwarded-For": address}
        self.sent, self.acknowledged, self.batch = set(), set(), None

    def turn(self, connection):
        self.batch = self.batch or self.new_batch()
        lines = "\n".join(json.dumps(event) for event in self.batch).encode()
        ids = {event["id"] for event in self.batch}
        self.sent |= ids
        answer = self.ask(connection, "POST", "/ingest/v1/events", lines, self.headers)
        if answer is None:
            return
        if answer.json()["accepted"] != len(ids):
            self.wrong.append(answer)
        self.acknowledged |= ids
        self.batch = None

    def new_batch(self):
        return [
            {
                "id": str(uuid.uuid4()), "time": int(time.time() * 1000), "stage": "session-store", "outcome": "failed",
                "app_version": f"2.{random.randrange(5)}.0",
                "error": {"domain": "NSOSStatusErrorDomain", "code": -25308, "message": f"locked {random.randrange(50)}"},
            } for _ in range(20)]


class SessionClient(Client):
    """An app that asks who is signed in."""

    def __init__(self, node, tenant, token):
        super().__init__(node)
        self.headers = {"apikey": tenant["publishable_key"], "Authorization": f"Bearer {token}"}

    def turn(self, connection):
        answer = self.ask(connection, "GET", "/api/auth/get-session", None, self.headers)
        if answer is not None and answer.body == b"null":
            self.wrong.append("a live session was refused")


class Newcomer(Client):
    """Signs one person up after the other; keeps the tokens that they were given."""

    def __init__(self, node, tenant):
        super().__init__(node)
        self.tenant = tenant
        self.numbers = itertools.count(1)
        self.number, self.tokens = None, []

    def turn(self, connection):
        self.number = self.number or next(self.numbers)
        answer = self.ask(
            connection, "POST", "/api/auth/sign-up",
            {"email": f"person{self.number}@acme.example", "password": PASSWORD, "name": "Person"},
            {"apikey": self.tenant["publishable_key"], "X-Forwarded-For": f"198.51.100.{self.number % 250 + 1}"}, wanted=(200, 422))
        if answer is None:
            return
        if answer.status == 200:
            self.tokens.append(answer.json()["token"])
        # Else the one who was refused before is known by now; they would sign in.
        self.number = None
        time.sleep(0.1)


class Manager(Client):
    """A backend that creates keys and revokes them; it retries each request until it is answered, and creates keys with an Idempotency-Key."""

    def __init__(self, node, tenant):
        super().__init__(node)
        self.headers = {"Authorization": f"Bearer {tenant['secret_key']}"}
        self.path = f"/api/v1/tenants/{tenant['slug']}"
        self.wish, self.made = None, None
        self.wishes, self.acknowledged, self.revoked = [], [], []

    def turn(self, connection):
        self.ask(connection, "GET", f"{self.path}/users?limit=20", None, self.headers)
        if self.made:
            if self.ask(connection, "DELETE", f"{self.path}/keys/{self.made['id']}", None, self.headers):
                self.revoked.append(self.made["name"])
                self.made = None
            return
        if self.wish is None:
            self.wish = f"Key {uuid.uuid4()}"
            self.wishes.append(self.wish)
        answer = self.ask(
            connection, "POST", f"{self.path}/keys", {"kind": "ingest", "name": self.wish},
            {**self.headers, "Idempotency-Key": self.wish}, wanted=(201, 409))
        if answer is None:
            return
        if answer.status == 201:
            self.made = answer.json()
            self.acknowledged.append(self.wish)
        elif answer.json()["code"] != "idempotency_in_progress":
            self.wrong.append(answer)
        # Else the first request died between its work and its note of it; the note is forgotten after two minutes.
        self.wish = None


class Reader(Client):
    """An administrator who leafs through the console."""

    def __init__(self, node, tenant, cookie):
        super().__init__(node)
        self.cookie = {"Cookie": cookie}
        self.pages = itertools.cycle(f"/t/{tenant['slug']}/{page}" for page in ["users", "sessions", "events", "audit", "keys"])

    def turn(self, connection):
        self.ask(connection, "GET", next(self.pages), None, self.cookie)


def ready_after(node, within=10.0):
    began = time.monotonic()
    while node.call("GET", "/readyz").status != 200:
        if time.monotonic() - began > within:
            raise AssertionError(f"not ready after {within} s:\n{node.log()[-2000:]}")
        time.sleep(0.02)
    return time.monotonic() - began


class Town:
    """A tenant with people, and clients of every kind at all nodes."""

    def __init__(self, nodes):
        self.nodes = nodes
        first = nodes[0]
        self.tenant = first.new_tenant("acme")
        first.command(
            "admin", "create", "--email", "ada@acme.example", "--tenant", "acme", "--role", "admin", "--password-stdin", "--json",
            stdin=PASSWORD)
        self.token = first.sign_up(self.tenant, "karl@acme.example")["token"]
        cookie = first.console("ada@acme.example", "acme")
        turn = itertools.cycle(nodes)
        self.reporters = [Reporter(next(turn), self.tenant, f"203.0.113.{number}") for number in range(4)]
        self.managers = [Manager(node, self.tenant) for node in nodes]
        self.newcomer = Newcomer(next(turn), self.tenant)
        self.clients = [
            *self.reporters, *self.managers, self.newcomer, *(SessionClient(node, self.tenant, self.token) for node in nodes),
            *(Reader(node, self.tenant, cookie) for node in nodes)]

    def __enter__(self):
        for client in self.clients:
            client.start()
        return self

    def __exit__(self, *_):
        for client in self.clients:
            client.ended.set()
        for client in self.clients:
            client.join(timeout=40)

    @property
    def answers(self):
        return dict(sum((client.answers for client in self.clients), collections.Counter()))


@needs_postgres
class Restarts(unittest.TestCase):
    def test_nothing_acknowledged_is_lost_or_doubled_when_the_database_is_restarted_under_load(self):
        with Server(durable=True) as server, Cluster(2, server=server, GATEHOUSE_LOG_LEVEL="warning") as cluster:
            slowest = 0.0
            with Town(cluster.nodes) as town:
                time.sleep(1)
                for number in range(RESTARTS):
                    server.restart(["fast", "immediate"][number % 2])
                    slowest = max(slowest, self.healthy_after(town))
                    time.sleep(random.uniform(0.5, 1.5))
            self.assertEqual(self.complaints(town), [])
            self.check(town)
            print(f"\n{RESTARTS} restarts of PostgreSQL: answers {town.answers}, healthy after at most {slowest:.1f} s")
            self.assertLess(slowest, HEALTHY_WITHIN)
            self.pools_are_whole(town)

    def test_nothing_acknowledged_is_lost_or_doubled_when_the_standby_takes_over(self):
        with Server(durable=True) as primary, Server(standby_of=primary) as standby:
            cluster = Cluster(2, server=primary, started=False, GATEHOUSE_LOG_LEVEL="warning")
            for node in cluster.nodes:
                node.follow(standby)
            with cluster:
                cluster.start()
                with Town(cluster.nodes) as town:
                    time.sleep(3)
                    acknowledged = sum(len(reporter.acknowledged) for reporter in town.reporters)
                    primary.crash()
                    time.sleep(0.5)
                    standby.promote()
                    cluster.database.server = standby
                    took = self.healthy_after(town)
                    time.sleep(2)
                self.assertEqual(self.complaints(town), [])
                self.assertGreater(acknowledged, 0)
                self.check(town, least_keys=0)
                print(f"\na promoted standby: answers {town.answers}, healthy after {took:.1f} s")
                self.assertLess(took, PROMOTED_WITHIN)
                self.pools_are_whole(town)

    def test_a_commit_that_no_standby_has_confirmed_is_not_acknowledged(self):
        with Server(durable=True) as server, Cluster(1, server=server) as cluster:
            node = cluster.nodes[0]
            tenant = node.new_tenant("acme")
            ada = node.sign_up(tenant, "ada@acme.example")
            ingest = {"Authorization": f"Bearer {tenant['ingest_key']}"}
            event = {"id": str(uuid.uuid4()), "time": int(time.time() * 1000), "stage": "session-store", "outcome": "failed"}
            server.sql("ALTER SYSTEM SET synchronous_standby_names = 'nobody'; SELECT pg_reload_conf()")

            began = time.monotonic()
            with concurrent.futures.ThreadPoolExecutor(2) as pool:
                secret = {"Authorization": f"Bearer {tenant['secret_key']}"}
                body = {"kind": "ingest", "name": "Unconfirmed"}
                key = pool.submit(node.call, "POST", "/api/v1/tenants/acme/keys", body, secret, timeout=30)
                events = pool.submit(node.call, "POST", "/ingest/v1/events", {"events": [event]}, ingest, timeout=30)
                refused = [key.result(), events.result()]
            took = time.monotonic() - began
            session = node.session(tenant, ada["token"])
            server.sql("ALTER SYSTEM RESET synchronous_standby_names; SELECT pg_reload_conf()")
            again = node.call("POST", "/ingest/v1/events", {"events": [event]}, ingest, timeout=30)

            self.assertEqual([answer.status for answer in refused], [503, 503], refused)
            self.assertTrue(all(answer.headers["Retry-After"] for answer in refused), refused)
            self.assertLess(took, 25)
            self.assertTrue(session, "who was signed in is so no more")
            self.assertEqual((again.status, again.json()["accepted"]), (200, 1), again)
            stored = [each["id"] for each in node.everything(tenant, "/events?source=client")]
            self.assertEqual(stored, [event["id"]])

    def complaints(self, town):
        return [(type(client).__name__, wrong) for client in town.clients for wrong in client.wrong][:10]

    def healthy_after(self, town):
        """Until every node says so and every client is served again."""
        began = time.monotonic()
        for node in town.nodes:
            ready_after(node)
        while not all(client.last_served > began for client in town.clients):
            self.assertLess(time.monotonic() - began, 30, "a client is not served any more")
            time.sleep(0.02)
        return time.monotonic() - began

    def check(self, town, least_keys=RESTARTS):
        node, tenant = town.nodes[-1], town.tenant
        # The server writes down sign-ins and the like itself.
        events = [event["id"] for event in node.everything(tenant, "/events?source=client")]
        sent = set().union(*(r.sent for r in town.reporters))
        acknowledged = set().union(*(r.acknowledged for r in town.reporters))
        self.assertEqual(len(events), len(set(events)), "an event is stored twice")
        self.assertEqual(acknowledged - set(events), set(), "an acknowledged event is lost")
        self.assertEqual(set(events) - sent, set(), "an event that was never sent is stored")
        histogram = node.manage(tenant, "GET", "/events/histogram?source=client").json()
        self.assertEqual(histogram["total"], len(events), "the counts are not the rows")

        keys = node.everything(tenant, "/keys")
        names = collections.Counter(key["name"] for key in keys)
        revoked = {key["name"] for key in keys if key["revoked_at"]}
        for manager in town.managers:
            self.assertGreater(len(set(manager.acknowledged)), least_keys)
            self.assertEqual([name for name in manager.acknowledged if names[name] == 0], [], "an acknowledged key is lost")
            self.assertEqual([name for name in manager.wishes if names[name] > 1], [], "a key was made twice")
            self.assertEqual([name for name in manager.revoked if name not in revoked], [], "a revoked key works again")
        lost = [token for token in town.newcomer.tokens if node.session(tenant, token) is None]
        self.assertEqual(lost, [], "an acknowledged session is lost")
        print(f"\n{len(acknowledged)} events, {sum(len(m.acknowledged) for m in town.managers)} keys and "
              f"{len(town.newcomer.tokens)} sessions were acknowledged; all are there once", flush=True)

    def pools_are_whole(self, town):
        """As many requests at once as there are connections and more: none waits for a connection that is lost."""
        for node in town.nodes:
            with concurrent.futures.ThreadPoolExecutor(40) as pool:
                began = time.monotonic()
                sessions = list(pool.map(lambda _: node.session(town.tenant, town.token), range(200)))
            self.assertTrue(all(sessions))
            self.assertLess(time.monotonic() - began, 20)

    def test_a_database_that_refuses_connections_is_answered_with_503(self):
        with Cluster(1, wired=[1]) as cluster:
            node = cluster.nodes[0]
            tenant = node.new_tenant("acme")
            ada = node.sign_up(tenant, "ada@acme.example")
            app = {"apikey": tenant["publishable_key"], "Authorization": f"Bearer {ada['token']}"}
            node.wire.cut()
            requests = [
                ("GET", "/api/auth/get-session", None, app), ("GET", "/api/auth/list-sessions", None, app),
                ("POST", "/api/auth/sign-out", {}, app),
                ("POST", "/api/auth/sign-in", {"email": "ada@acme.example", "password": PASSWORD}, app),
                ("GET", "/api/v1/tenants/acme/users", None, {"Authorization": f"Bearer {tenant['secret_key']}"}),
                ("POST", "/ingest/v1/events", {"events": []}, {"Authorization": f"Bearer {tenant['ingest_key']}"}),
            ]
            for request in requests:
                with self.subTest(request[1]):
                    began = time.monotonic()
                    answer = node.call(*request, timeout=30)
                    self.assertEqual(answer.status, 503, answer)
                    self.assertTrue(answer.headers["Retry-After"], answer)
                    self.assertLess(time.monotonic() - began, 8)
            self.assertEqual(node.call("GET", "/healthz").status, 200)
            self.wait_for_503(node)
            node.wire.restore()
            self.assertLess(ready_after(node), HEALTHY_WITHIN)
            self.assertIsNotNone(node.session(tenant, ada["token"]))

    def wait_for_503(self, node):
        end = time.monotonic() + 6
        while node.call("GET", "/readyz", timeout=10).status != 503:
            self.assertLess(time.monotonic(), end, "it still says that it is ready")
            time.sleep(0.1)


@needs_postgres
class Starting(unittest.TestCase):
    """Each mistake ends the start with a sentence that says what to do, and without any password."""

    def setUp(self):
        self.server = Server.shared()
        self.database = self.server.new_database()
        self.addCleanup(self.database.drop)

    def refused(self, *words, url=None, owner=None):
        url, owner = url or self.database.url, owner or self.database.owner_url
        with Gatehouse(GATEHOUSE_DATABASE_URL=url, GATEHOUSE_DATABASE_OWNER_URL=owner, GATEHOUSE_PASSWORD_COST="15") as gatehouse:
            for command in [["serve"], ["doctor"]]:
                began = time.monotonic()
                done = gatehouse.command(*command, check=False)
                took = time.monotonic() - began
                self.assertNotEqual(done.returncode, 0, (command, done))
                self.assertGreater(done.returncode, 0, f"ended by a signal: {done}")
                self.assertLess(took, CLEAR_WITHIN, done)
                for address in (url, owner):
                    secret = address.split(":", 2)[2].rpartition("@")[0]
                    self.assertNotIn(secret, done.stdout + done.stderr, "a password is printed")
                if command == ["serve"]:
                    result = done
        sentences = [line for line in result.stderr.splitlines() if line and not line.startswith("{")]
        self.assertTrue(1 <= len(sentences) <= 4, result)
        for word in words:
            self.assertIn(word, result.stderr)
        print(f"\n  {' '.join(sentences)}", flush=True)

    def test_no_server_listens_at_the_address(self):
        with SilentServer() as gone:
            port = gone.port
        url = self.database.url_with(port=port)
        self.refused("GATEHOUSE_DATABASE_URL", url=url, owner=url)

    def test_the_address_does_not_exist(self):
        url = self.database.url_with(host="database.invalid")
        self.refused("GATEHOUSE_DATABASE_URL", url=url, owner=url)

    def test_the_server_never_answers(self):
        with SilentServer() as silent:
            url = self.database.url_with(port=silent.port)
            self.refused("GATEHOUSE_DATABASE_URL", url=url, owner=url)

    def test_the_password_is_wrong(self):
        self.refused("GATEHOUSE_DATABASE_URL", url=self.database.url_with(password="not-the-one-9f1c"))

    def test_the_password_of_the_owner_is_wrong(self):
        url = self.database.url_with(self.database.owner_url, password="not-the-one-9f1c")
        self.refused("GATEHOUSE_DATABASE_OWNER_URL", owner=url)

    def test_the_database_does_not_exist(self):
        self.refused("GATEHOUSE_DATABASE_URL", url=self.database.url_with(name="nowhere"), owner=self.database.url_with(name="nowhere"))

    def test_the_role_is_not_in_the_group(self):
        name = f"stranger_{uuid.uuid4().hex[:8]}"
        self.server.sql(f"CREATE ROLE {name} LOGIN PASSWORD 'stranger-5e77'")
        self.addCleanup(self.server.sql, f"DROP ROLE {name}")
        self.refused("gatehouse_app", url=self.database.url_with(user=name, password="stranger-5e77"))

    def test_a_login_that_passes_by_the_policies_is_refused(self):
        name, group = f"login_{uuid.uuid4().hex[:8]}", f"group_{uuid.uuid4().hex[:8]}"
        self.server.sql(
            f"CREATE ROLE {group} NOLOGIN BYPASSRLS; CREATE ROLE {name} LOGIN NOINHERIT PASSWORD 'login-5e77' IN ROLE gatehouse_app, {group}")
        self.addCleanup(self.server.sql, f"DROP ROLE {name}; DROP ROLE {group}")
        for url in [self.database.super_url, self.database.url_with(user=name, password="login-5e77")]:
            with self.subTest(url.split(":")[1]):
                self.refused("GATEHOUSE_DATABASE_URL", "the login", "row-level security", url=url)

    def test_what_the_owner_changed_by_hand_is_refused(self):
        with Gatehouse(GATEHOUSE_DATABASE_URL=self.database.url, GATEHOUSE_DATABASE_OWNER_URL=self.database.owner_url) as gatehouse:
            gatehouse.command("migrate")
        changes = {
            "trigger sessions.zap": "CREATE TRIGGER zap BEFORE UPDATE ON control.sessions FOR EACH ROW "
                                    "EXECUTE FUNCTION suppress_redundant_updates_trigger()",
            "policy users.of_tenant": "ALTER POLICY of_tenant ON control.users USING (control.is_installation() OR 1 = 1)",
            "function current_tenant_number()": "ALTER FUNCTION events.current_tenant_number() VOLATILE",
        }
        for name, change in reversed(changes.items()):
            self.server.sql(change, self.database.owner_url)
            with self.subTest(name):
                self.refused(name)

    def test_a_setting_that_opens_the_policies_is_refused(self):
        with Gatehouse(GATEHOUSE_DATABASE_URL=self.database.url, GATEHOUSE_DATABASE_OWNER_URL=self.database.owner_url) as gatehouse:
            gatehouse.command("migrate")
        self.server.sql(f"ALTER DATABASE {self.database.name} SET gatehouse.installation = 'yes'")
        self.refused("setting gatehouse.installation of the database")

    def test_the_owner_may_not_create(self):
        self.refused("GATEHOUSE_DATABASE_OWNER_URL", owner=self.database.url)

    def test_the_schema_is_newer_than_the_program(self):
        with Gatehouse(GATEHOUSE_DATABASE_URL=self.database.url, GATEHOUSE_DATABASE_OWNER_URL=self.database.owner_url) as gatehouse:
            self.assertEqual(gatehouse.command("migrate", check=False).returncode, 0)
        self.database.query("""
            INSERT INTO control.schema_migrations
            SELECT (jsonb_populate_record(m, '{"name": "9999_from_the_future"}')).* FROM control.schema_migrations m LIMIT 1""")
        self.refused("9999_from_the_future")

    def test_the_address_is_none(self):
        for url in ["mysql://gatehouse:secret-8a3d@127.0.0.1/gatehouse", f"{self.database.url}?sslmode=nonsense"]:
            with self.subTest(url.split(":")[0]):
                self.refused("GATEHOUSE_DATABASE_URL", url=url)

    def test_the_server_has_no_tls(self):
        self.refused(
            "GATEHOUSE_DATABASE_OWNER_URL", url=f"{self.database.url}?sslmode=require", owner=f"{self.database.owner_url}?sslmode=require")

    def test_a_login_that_may_only_work_starts_on_a_schema_that_is_up_to_date(self):
        with Gatehouse(GATEHOUSE_DATABASE_URL=self.database.url, GATEHOUSE_DATABASE_OWNER_URL=self.database.owner_url) as owner:
            owner.command("migrate")
            with Gatehouse(GATEHOUSE_DATABASE_URL=self.database.url) as gatehouse:
                shutil.copytree(owner.data, gatehouse.data)
                gatehouse.start()
                tenant = gatehouse.new_tenant("acme")
                token = gatehouse.sign_up(tenant, "ada@acme.example")["token"]
                self.assertEqual(gatehouse.session(tenant, token)["user"]["email"], "ada@acme.example")


# So many that to end them takes longer than a statement of the service may.
MANY_SESSIONS = 400_000


@needs_postgres
class Keeping(unittest.TestCase):
    """Backups are PostgreSQL's own; what they restore must not sign anyone in."""

    def setUp(self):
        self.server = Server.shared()
        self.database, self.other = self.server.new_database(), self.server.new_database()
        self.addCleanup(self.other.drop)
        self.addCleanup(self.database.drop)

    def on(self, database):
        return Gatehouse(GATEHOUSE_DATABASE_URL=database.url, GATEHOUSE_DATABASE_OWNER_URL=database.owner_url)

    def run_tool(self, *words):
        done = subprocess.run(words, capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_the_commands_for_files_name_the_tools(self):
        with self.on(self.database) as gatehouse:
            for command, tool in [("backup", "pg_dump"), ("restore", "pg_restore")]:
                done = gatehouse.command(command, str(gatehouse.data / "elsewhere"), check=False)
                self.assertNotEqual(done.returncode, 0)
                self.assertIn(tool, done.stderr)

    def test_a_dump_is_restored_without_its_sessions(self):
        role = f"backup_{uuid.uuid4().hex[:8]}"
        self.server.sql(f"CREATE ROLE {role} LOGIN BYPASSRLS PASSWORD 'backup-1d'; GRANT pg_read_all_data TO {role}")
        self.addCleanup(self.server.sql, f"DROP ROLE {role}")
        with self.on(self.database) as gatehouse, self.on(self.other) as restored:
            gatehouse.start()
            tenant = gatehouse.new_tenant("acme")
            ada = gatehouse.sign_up(tenant, "ada@acme.example")
            dump = str(gatehouse.data.parent / "gatehouse.dump")
            self.run_tool("pg_dump", "--format=custom", f"--file={dump}", self.database.url_with(user=role, password="backup-1d"))
            self.run_tool(
                "pg_restore", "--no-owner", "--exit-on-error", "--single-transaction", f"--dbname={self.other.owner_url}", dump)
            restored.data.mkdir(mode=0o700)
            shutil.copy2(gatehouse.data / "root.key", restored.data / "root.key")
            restored.command("restore")
            restored.start()
            doctor = restored.command("doctor", "--json", check=False)
            self.assertEqual(doctor.returncode, 0, doctor.stdout + doctor.stderr)
            self.assertIsNotNone(gatehouse.session(tenant, ada["token"]))
            self.assertIsNone(restored.session(tenant, ada["token"]))
            self.assertIsNotNone(restored.session(tenant, restored.sign_in(tenant, "ada@acme.example")["token"]))

    def test_very_many_sessions_are_ended_and_nothing_starts_before(self):
        with self.on(self.database) as gatehouse:
            gatehouse.start()
            tenant = gatehouse.new_tenant("acme")
            ada = gatehouse.sign_up(tenant, "ada@acme.example")
            gatehouse.terminate()
            columns = [row[0] for row in self.database.query(
                "SELECT attname FROM pg_attribute WHERE attrelid = 'control.sessions'::regclass AND attnum > 0 AND NOT attisdropped")]
            copied = [{"id": "sha256(n::text::bytea || '\\x01')", "token_hash": "sha256(n::text::bytea || '\\x02')"}.get(c, f"s.{c}")
                      for c in columns]
            copied[columns.index("id")] = "substr(sha256(n::text::bytea), 1, 16)"
            self.database.query(f"""
                INSERT INTO control.sessions ({", ".join(columns)})
                SELECT {", ".join(copied)} FROM (SELECT * FROM control.sessions LIMIT 1) s, generate_series(1, {MANY_SESSIONS}) AS n""")
            self.database.query("INSERT INTO control.installation_facts (name, value) VALUES ('restore_begun_1', '\\x01')")
            done = gatehouse.command("serve", check=False)
            self.assertEqual(done.returncode, 1, done)
            self.assertIn("gatehouse restore", done.stderr)
            began = time.monotonic()
            restored = gatehouse.command("restore", "--json")
            print(f"\n  {restored['sessions_ended']} sessions were ended in {time.monotonic() - began:.1f} s", flush=True)
            self.assertEqual(restored["sessions_ended"], MANY_SESSIONS + 1)
            self.assertEqual(self.database.query("SELECT count(*) FROM control.sessions WHERE ended_at IS NULL"), [["0"]])
            gatehouse.start()
            self.assertIsNone(gatehouse.session(tenant, ada["token"]))


@needs_postgres
@unittest.skipUnless(os.geteuid() == 0, "a small disk is made by mounting one, which only root may")
class FullDisk(unittest.TestCase):
    """A server on a disk of its own, in memory, that is filled up."""

    SIZE = 256 << 20

    def setUp(self):
        self.disk = pathlib.Path(tempfile.mkdtemp(prefix="gatehouse-disk-"))
        self.disk.chmod(0o755)
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={self.SIZE},mode=755", "tmpfs", self.disk], capture_output=True, text=True)
        if mounted.returncode != 0:
            self.disk.rmdir()
            self.skipTest(f"a disk cannot be mounted here: {mounted.stderr.strip()}")
        self.addCleanup(self.disk.rmdir)
        self.addCleanup(subprocess.run, ["umount", "--lazy", self.disk])

    def fill(self, left):
        """Leaves so many bytes."""
        free = os.statvfs(self.disk).f_bavail * os.statvfs(self.disk).f_frsize
        with open(self.disk / "ballast", "wb") as file:
            os.posix_fallocate(file.fileno(), 0, max(1, free - left))

    def test_a_full_disk_is_answered_with_503_and_loses_nothing(self):
        with Server(durable=True, folder=self.disk / "pg") as server, Cluster(1, server=server) as cluster:
            node = cluster.nodes[0]
            tenant = node.new_tenant("acme")
            ada = node.sign_up(tenant, "ada@acme.example")
            self.fill(left=1 << 20)
            reporters = [Reporter(node, tenant, f"203.0.113.{number}") for number in range(2)]
            session_client = SessionClient(node, tenant, ada["token"])
            for client in [*reporters, session_client]:
                client.start()
            end = time.monotonic() + 60
            while time.monotonic() < end and sum(r.answers[503] for r in reporters) < 20:
                time.sleep(0.1)
            (self.disk / "ballast").unlink()
            freed = time.monotonic()
            if not server.is_running():
                # It ends itself when there is no room to recover either; starting it is for its operator.
                server.restart()
            while not all(client.last_served > freed for client in [*reporters, session_client]):
                self.assertLess(time.monotonic() - freed, 20, "it does not go on")
                time.sleep(0.05)
            for client in [*reporters, session_client]:
                client.ended.set()
                client.join(timeout=40)
                self.assertEqual(client.wrong[:5], [])
            self.assertGreater(sum(r.answers[503] for r in reporters), 0, "the disk did not fill up")
            stored = [event["id"] for event in node.everything(tenant, "/events")]
            self.assertEqual(len(stored), len(set(stored)))
            self.assertEqual(set().union(*(r.acknowledged for r in reporters)) - set(stored), set(), "an acknowledged event is lost")
            print(f"\nfull disk: {len(stored)} events, answers {dict(sum((r.answers for r in reporters), collections.Counter()))}, "
                  f"who-am-I meanwhile {dict(session_client.answers)}")


if __name__ == "__main__":
    unittest.main(verbosity=2)
