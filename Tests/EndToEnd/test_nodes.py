"""Several nodes on one PostgreSQL keep the promises of one.

The nodes are real programs, and how long one is stopped or cut off is what such a test is about: those pauses are by the clock. Whatever
only has to happen is waited for.
"""

import collections
import concurrent.futures
import http.client
import itertools
import os
import random
import threading
import time
import unittest

from cluster import Cluster, Node
from harness import PASSWORD, eventually
from postgres import needs_postgres

REVOKES = int(os.environ.get("GATEHOUSE_REVOKES", "1000"))
CHECKERS = 64
# What is revoked, and how many of a hundred. A tenant has at most 50 roles and 200 keys.
MIX = {"sign-out": 30, "session ended": 30, "user disabled": 15, "role taken": 10, "permission taken": 3, "key revoked": 7, "tenant suspended": 5}


class Subject:
    """A credential that admits requests until it is revoked."""

    def __init__(self, kind, path, headers, revoke):
        self.kind, self.path, self.headers, self._revoke = kind, path, headers, revoke
        # When the revocation was first asked for, and when it was first answered with success.
        self.asked = self.revoked = None

    def ask(self, node, connection):
        """`accepted`, `refused`, `unavailable`, or the answer when it is none of these."""
        answer = node.call("GET", self.path, None, self.headers, connection=connection)
        if answer.status == 200:
            return "refused" if answer.body == b"null" else "accepted"
        if answer.status in (401, 403):
            return "refused"
        if answer.status == 503 and answer.headers["Retry-After"]:
            return "unavailable"
        return answer

    def revoke(self, node):
        """Until it is answered with success: a node that is short of a database answers 503."""
        self.asked = time.monotonic()
        end = self.asked + 30
        while True:
            answer = self._revoke(node)
            if answer.status in (200, 204):
                self.revoked = time.monotonic()
                return
            assert answer.status == 503 and time.monotonic() < end, (self.kind, answer)
            time.sleep(0.1)


class Town:
    """People, keys and tenants to be revoked, made over all nodes."""

    def __init__(self, nodes):
        self.nodes = itertools.cycle(nodes)
        self.lock = threading.Lock()
        self.numbers = itertools.count(1)
        self.tenant = nodes[0].new_tenant("acme")
        self.operator = {"Cookie": nodes[0].new_operator(), "Sec-Fetch-Site": "same-origin"}

    def node(self):
        with self.lock:
            return next(self.nodes)

    def subjects(self, count):
        kinds = [kind for kind, share in MIX.items() for _ in range(max(1, share * count // 100))]
        kinds += ["sign-out"] * (count - len(kinds))
        makers = {
            "sign-out": self.signed_out, "session ended": self.ended, "user disabled": self.disabled, "role taken": self.demoted,
            "permission taken": self.stripped, "key revoked": self.key, "tenant suspended": self.suspended,
        }
        with concurrent.futures.ThreadPoolExecutor(6) as pool:
            subjects = list(pool.map(lambda kind: self.patiently(makers[kind]), kinds))
        random.shuffle(subjects)
        return subjects

    @staticmethod
    def patiently(make):
        """A machine that is busy otherwise may let a tenant's writes wait for too long: then once more, as an app would."""
        for attempt in itertools.count():
            try:
                return make()
            except AssertionError as error:
                if attempt == 20 or getattr(error.args[0], "status", None) != 503:
                    raise
                time.sleep(0.5)

    def person(self, tenant=None):
        with self.lock:
            number = next(self.numbers)
        tenant = tenant or self.tenant
        email, address = f"person{number}@example.com", f"203.0.{number // 250}.{number % 250 + 1}"
        made = self.node().sign_up(tenant, email, address)
        return made["user"]["id"], made["token"], email, address

    def app(self, token, tenant=None):
        return {"apikey": (tenant or self.tenant)["publishable_key"], "Authorization": f"Bearer {token}"}

    def app_subject(self, kind, token, revoke, tenant=None):
        return Subject(kind, "/api/auth/get-session", self.app(token, tenant), revoke)

    def signed_out(self):
        _, token, _, _ = self.person()
        return self.app_subject("sign-out", token, lambda node: node.call("POST", "/api/auth/sign-out", {}, self.app(token)))

    def ended(self):
        _, token, _, _ = self.person()
        session = self.node().session(self.tenant, token)["session"]["id"]
        return self.app_subject("session ended", token, lambda node: node.manage(self.tenant, "DELETE", f"/sessions/{session}"))

    def disabled(self):
        user, token, _, _ = self.person()
        return self.app_subject(
            "user disabled", token, lambda node: node.manage(self.tenant, "PUT", f"/users/{user}/disablement"))

    def member(self, role):
        """Someone who is signed in to the console."""
        user, _, email, address = self.person()
        answer = self.node().manage(self.tenant, "PUT", f"/users/{user}/role", {"role": role})
        assert answer.status == 200, answer
        return user, {"Cookie": self.node().console(email, self.tenant["slug"], address)}

    def people_page(self, kind, headers, revoke):
        return Subject(kind, f"/api/v1/tenants/{self.tenant['slug']}/users?limit=1", headers, revoke)

    def demoted(self):
        user, cookie = self.member("on_call")
        return self.people_page(
            "role taken", cookie, lambda node: node.manage(self.tenant, "PUT", f"/users/{user}/role", {"role": "customer"}))

    def stripped(self):
        with self.lock:
            name = f"crew{next(self.numbers)}"
        role = {"title": "Crew", "rank": 5, "permissions": ["console.enter", "users.read"]}
        made = self.node().manage(self.tenant, "POST", "/roles", {"name": name, **role})
        assert made.status == 201, made
        _, cookie = self.member(name)
        return self.people_page(
            "permission taken", cookie,
            lambda node: node.manage(self.tenant, "PUT", f"/roles/{name}", {**role, "permissions": ["console.enter"]}))

    def key(self):
        made = self.node().manage(self.tenant, "POST", "/keys", {"kind": "secret", "name": "Back end"})
        assert made.status == 201, made
        key = made.json()
        return self.people_page(
            "key revoked", {"Authorization": f"Bearer {key['text']}"},
            lambda node: node.manage(self.tenant, "DELETE", f"/keys/{key['id']}"))

    def suspended(self):
        with self.lock:
            slug = f"tenant-{next(self.numbers)}"
        made = self.node().call("POST", "/api/v1/tenants", {"slug": slug, "name": slug}, self.operator)
        assert made.status == 201, made
        tenant = made.json()
        _, token, _, _ = self.person(tenant)
        return self.app_subject(
            "tenant suspended", token,
            lambda node: node.call("PATCH", f"/api/v1/tenants/{slug}", {"state": "suspended"}, self.operator), tenant)


Look = collections.namedtuple("Look", "subject node began ended verdict")


class Checker(threading.Thread):
    """Asks one node over one connection; records when each request began and its response."""

    def __init__(self, watch, node, seed):
        super().__init__(daemon=True)
        self.watch, self.node, self.chance = watch, node, random.Random(seed)
        self.looks = []

    def run(self):
        connection = None
        while not self.watch.ended.is_set():
            subject = self.watch.choose(self.chance)
            began = time.monotonic()
            try:
                connection = connection or self.node.connect(timeout=20)
                verdict = subject.ask(self.node, connection)
            except (OSError, http.client.HTTPException):
                verdict = "lost"
                if connection:
                    connection.close()
                connection = None
            self.looks.append(Look(subject, self.node, began, time.monotonic(), verdict))
            time.sleep(self.chance.uniform(0, 0.03))


class Watch:
    """Checkers over all nodes, who look most at what is being revoked just now."""

    def __init__(self, nodes, subjects):
        self.subjects = subjects
        self.place = 0
        self.ended = threading.Event()
        self.checkers = [Checker(self, node, seed) for seed, node in zip(range(CHECKERS), itertools.cycle(nodes))]

    def choose(self, chance):
        if chance.random() < 0.3:
            return chance.choice(self.subjects)
        near = self.place + chance.randrange(-12, 12)
        return self.subjects[min(max(near, 0), len(self.subjects) - 1)]

    def __enter__(self):
        for checker in self.checkers:
            checker.start()
        eventually(lambda: all(checker.looks for checker in self.checkers))
        return self

    def __exit__(self, *_):
        self.ended.set()
        for checker in self.checkers:
            checker.join(timeout=30)

    def revoke_all(self, nodes, seconds=0.0):
        """Four at a time, at the nodes in turn; spread over so many seconds at least."""
        turn = itertools.cycle(nodes)
        began = time.monotonic()

        def revoke(item):
            place, subject, node = item
            time.sleep(max(0, began + seconds * place / len(self.subjects) - time.monotonic()))
            self.place = max(self.place, place)
            subject.revoke(node)

        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            list(pool.map(revoke, [(place, subject, next(turn)) for place, subject in enumerate(self.subjects)]))

    @property
    def looks(self):
        return [look for checker in self.checkers for look in checker.looks]


@needs_postgres
class Nodes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cluster = cls.enterClassContext(Cluster(3, wired=[3], GATEHOUSE_LOG_LEVEL="warning"))
        cls.nodes = cls.cluster.nodes
        cls.town = Town(cls.nodes)

    def judge(self, name, watch):
        """No request that began after the response to a revocation was admitted; none that ended before the revocation was rejected."""
        looks = watch.looks
        verdicts = collections.Counter(look.verdict for look in looks if isinstance(look.verdict, str))
        late = [l for l in looks if l.verdict == "accepted" and l.subject.revoked and l.began > l.subject.revoked]
        early = [l for l in looks if l.verdict == "refused" and (l.subject.asked is None or l.ended < l.subject.asked)]
        after = sum(1 for l in looks if l.subject.revoked and l.began > l.subject.revoked)
        print(f"\n{name}: {len(watch.subjects)} revoked, {len(looks)} looks, {after} of them after the answer: {dict(verdicts)}", flush=True)
        self.assertEqual([(l.subject.kind, l.node.name, l.began - l.subject.revoked) for l in late], [], "what was revoked was accepted")
        self.assertEqual([(l.subject.kind, l.node.name) for l in early], [], "what was not revoked was refused")
        self.assertEqual([(l.subject.kind, l.node.name, l.verdict) for l in looks if not isinstance(l.verdict, str)], [])
        self.assertTrue(all(subject.revoked for subject in watch.subjects))
        self.assertGreater(after, len(watch.subjects))
        return verdicts

    def refused_everywhere(self, subjects):
        for node in self.nodes:
            connection = node.connect()
            for subject in subjects:
                self.assertEqual(subject.ask(node, connection), "refused", (subject.kind, node.name))
            connection.close()

    def test_what_was_revoked_on_one_node_is_refused_by_all(self):
        subjects = self.town.subjects(REVOKES)
        with Watch(self.nodes, subjects) as watch:
            watch.revoke_all(self.nodes)
            # Each looks some more times after the last revocation.
            looks = [len(checker.looks) for checker in watch.checkers]
            eventually(lambda: all(len(c.looks) > before + 10 for c, before in zip(watch.checkers, looks)))
        verdicts = self.judge("three nodes", watch)
        self.assertEqual(verdicts["lost"], 0)
        self.assertLess(verdicts["unavailable"], len(watch.looks) / 100)
        self.refused_everywhere(random.sample(subjects, min(100, len(subjects))))

    def test_a_node_that_stood_still_does_not_live_in_the_past(self):
        subjects = self.town.subjects(max(20, REVOKES // 8))
        sleeper, others = self.nodes[1], [self.nodes[0], self.nodes[2]]
        with Watch(self.nodes, subjects) as watch:
            began = time.monotonic()
            with sleeper.stopped():
                watch.revoke_all(others, seconds=9)
                time.sleep(max(0, began + 10 - time.monotonic()))
            time.sleep(3)
        self.judge("one node stopped for 10 s", watch)
        self.assertIn("refused", {l.verdict for l in watch.looks if l.node is sleeper and l.began > began + 10}, "it never came back")
        self.refused_everywhere(subjects)

    def test_a_node_without_its_database_answers_503(self):
        subjects = self.town.subjects(max(20, REVOKES // 8))
        lonely, others = self.nodes[2], self.nodes[:2]
        with Watch(self.nodes, subjects) as watch:
            with lonely.cut_off():
                cut = time.monotonic()
                watch.revoke_all(others, seconds=7)
                time.sleep(max(0, cut + 8 - time.monotonic()))
                self.assertEqual(lonely.call("GET", "/healthz").status, 200)
                self.assertEqual(lonely.call("GET", "/readyz").status, 503)
                events = lonely.call(
                    "POST", "/ingest/v1/events", {"events": []}, {"Authorization": f"Bearer {self.town.tenant['ingest_key']}"}, timeout=20)
                self.assertEqual((events.status, events.headers["Retry-After"] is not None), (503, True), events)
                restored = time.monotonic()
            back = self.ready_after(lonely)
            time.sleep(1)
        self.judge("one node cut off from the database", watch)
        alone = [l for l in watch.looks if l.node is lonely and l.began > cut and l.ended < restored]
        self.assertEqual({l.verdict for l in alone}, {"unavailable"})
        slowest = max(l.ended - l.began for l in alone)
        print(f"cut off: {len(alone)} answers of 503, the slowest after {slowest:.1f} s; ready {back:.1f} s after the wire was restored")
        self.assertLess(slowest, 10)
        self.refused_everywhere(subjects)

    def ready_after(self, node, within=10):
        began = time.monotonic()
        while node.call("GET", "/readyz").status != 200:
            self.assertLess(time.monotonic() - began, within, "it is not ready again")
            time.sleep(0.05)
        return time.monotonic() - began

    def test_guesses_are_counted_together(self):
        address = "198.51.100.77"
        self.nodes[0].sign_up(self.town.tenant, "guessed@example.com", address)

        def guess(number):
            return self.nodes[number % 3].call(
                "POST", "/api/auth/sign-in", {"email": "guessed@example.com", "password": f"wrong, number {number}"},
                {"apikey": self.town.tenant["publishable_key"], "X-Forwarded-For": address}, timeout=30)

        with concurrent.futures.ThreadPoolExecutor(12) as pool:
            answers = list(pool.map(guess, range(24)))
        self.assertEqual(collections.Counter(a.status for a in answers), {401: 10, 429: 14})
        self.assertTrue(all(a.headers["Retry-After"] for a in answers if a.status == 429))

    def test_every_node_tells_its_name(self):
        for node in self.nodes:
            self.assertIn(f'node="{node.name}"', node.call("GET", "/metrics").body.decode())


@needs_postgres
class Beginning(unittest.TestCase):
    def test_nodes_that_start_together_migrate_once(self):
        with Cluster(3, started=False) as cluster:
            cluster.start()
            names = cluster.database.query("SELECT count(*), count(DISTINCT name) FROM control.schema_migrations")
            self.assertEqual(names[0][0], names[0][1])
            self.assertGreater(int(names[0][0]), 0)
            tenant = cluster.nodes[0].new_tenant("acme")
            for node in cluster.nodes:
                self.assertEqual(node.manage(tenant, "GET", "/users").status, 200)

    def test_a_node_with_another_root_key_is_refused(self):
        with Cluster(1) as cluster:
            stranger = Node(cluster.nodes[0].data.parent.parent / "stranger", "stranger", cluster.database, os.urandom(32))
            done = stranger.command("serve", check=False)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn("root key", (done.stderr + done.stdout).lower())

    def test_a_node_without_a_root_key_makes_none_of_its_own(self):
        with Cluster(1) as cluster:
            newcomer = Node(cluster.nodes[0].data.parent.parent / "newcomer", "newcomer", cluster.database, b"")
            (newcomer.data / "root.key").unlink()
            done = newcomer.command("serve", check=False)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn("root.key", done.stderr + done.stdout)
            self.assertFalse((newcomer.data / "root.key").exists())

    def test_what_one_node_began_another_goes_on_with(self):
        with Cluster(2) as cluster:
            first, second = cluster.nodes
            tenant = first.new_tenant("acme")
            ada = first.sign_up(tenant, "ada@acme.example")
            first.kill()
            session = second.session(tenant, ada["token"])
            self.assertEqual(session and session["user"]["email"], "ada@acme.example")
            again = second.sign_in(tenant, "ada@acme.example")
            self.assertNotEqual(again["token"], ada["token"])
            self.assertEqual(again["user"]["id"], ada["user"]["id"])


if __name__ == "__main__":
    unittest.main(verbosity=2)
