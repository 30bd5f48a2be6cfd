"""Floods by clients with an app's public keys, or another tenant's, while a user of a tenant signs in, refreshes and is revoked.

The user never meets an error, a revocation holds at once, and the user's slowest requests stay near what they are without a flood. The
floods run in processes of their own with a low priority, so that what is measured is the program and not the client.
"""

import contextlib
import gzip
import http.client
import itertools
import json
import multiprocessing
import os
import statistics
import time
import unittest

from harness import PASSWORD, RELEASE_PROGRAM, Gatehouse

ROUNDS = 25
# Slower than this on a busy machine says nothing about the program.
FLOOR = 0.25
# Marks out of their canonical order: a text that is normalised costs quadratic time.
MARKS = "a" + "\u0301\u0323" * 12_000


class Flood:
    """One kind of request, again and again, from a process of its own."""

    def __init__(self, name, requests):
        self.name, self.requests = name, requests


def send(address, requests, stop, answers):
    """Sends requests in turn until it is stopped; counts the answers by status."""
    os.nice(10)
    host, port = address.split(":")
    connection = http.client.HTTPConnection(host, int(port), timeout=30)
    counts = {}
    for method, path, body, headers in itertools.cycle(requests):
        if stop.is_set():
            break
        try:
            connection.request(method, path, body=body, headers=headers)
            response = connection.getresponse()
            response.read()
            status = response.status
        except (OSError, http.client.HTTPException):
            # The program closes the connection of a client that sends too much.
            connection.close()
            status = 0
        counts[status] = counts.get(status, 0) + 1
    answers.put(counts)


def inflating(count):
    """A delivery that is small on the wire and large when it is read."""
    event = {"outcome": "failed", "stage": "session-store", "error": {"domain": "D", "code": 1, "message": "x" * 6000}}
    return gzip.compress(json.dumps({"events": [event] * count}).encode())


class Adversary(unittest.TestCase):
    def floods(self, gatehouse, acme, globex):
        """Acme's public keys are known to everyone; of globex the attacker has all that a customer can have."""
        public = {"apikey": acme["publishable_key"], "Content-Type": "application/json"}
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        delivery = inflating(900)
        ingest = {
            "Authorization": f"Bearer {acme['ingest_key']}", "Content-Type": "application/json", "Content-Encoding": "gzip"}
        member = gatehouse.sign_up(globex, "mallory@globex.example")["token"]
        own = {"apikey": globex["publishable_key"], "Authorization": f"Bearer {member}", "Content-Type": "application/json"}
        secret = {"Authorization": f"Bearer {globex['secret_key']}"}
        yield Flood("names of combining marks", [
            ("POST", "/auth/v1/token?grant_type=password", json.dumps({MARKS: 1, "email": "a"}, ensure_ascii=False).encode(), public),
            ("POST", "/sign-in", (MARKS + "=1").encode(), form),
            ("GET", "/healthz", None, {"Cookie": MARKS[:6000].encode()}),
            ("POST", "/ingest/v1/events", json.dumps({"events": [{MARKS: 1}]}, ensure_ascii=False).encode(),
             {"Authorization": f"Bearer {acme['ingest_key']}", "Content-Type": "application/json"}),
        ])
        yield Flood("deliveries that inflate", [("POST", "/ingest/v1/events", delivery, ingest)])
        yield Flood("messages to unknown addresses", [
            ("POST", "/auth/v1/recover", json.dumps({"email": f"nobody{number}@acme.example"}).encode(),
             {**public, "X-Forwarded-For": f"192.0.2.{number % 200}"}) for number in range(400)])
        yield Flood("guesses from the networks of one /48", [
            ("POST", "/auth/v1/token?grant_type=password", json.dumps({"email": "ada@acme.example", "password": "wrong"}).encode(),
             {**public, "X-Forwarded-For": f"2001:db8:1:{number:x}::1"}) for number in range(256)])
        yield Flood("lists of another tenant", [
            ("GET", "/api/v1/tenants/globex/users?limit=200", None, secret), ("GET", "/api/v1/tenants/globex/audit?limit=200", None, secret),
            ("GET", "/auth/v1/admin/users?page=1&per_page=200", None, {**secret, "apikey": globex["secret_key"]})])
        yield Flood("changes of one's own", [
            ("PUT", "/auth/v1/user", json.dumps({"data": {"n": number}}).encode(), own) for number in range(50)])

    def rounds(self, gatehouse, tenant, first):
        """What a user does, over and over; the seconds of each request."""
        connection = gatehouse.connect(timeout=30)
        key = {"apikey": tenant["publishable_key"]}
        seconds = []

        def timed(expected, method, path, body, headers):
            began = time.perf_counter()
            answer = gatehouse.call(method, path, body, headers, connection=connection)
            seconds.append(time.perf_counter() - began)
            self.assertEqual(answer.status, expected, (method, path, answer))
            return answer

        for number in range(first, first + ROUNDS):
            origin = {**key, "X-Forwarded-For": f"198.51.100.{number}"}
            session = timed(
                200, "POST", "/auth/v1/token?grant_type=password", {"email": "ada@acme.example", "password": PASSWORD}, origin).json()
            session = timed(
                200, "POST", "/auth/v1/token?grant_type=refresh_token", {"refresh_token": session["refresh_token"]}, origin).json()
            bearer = {**origin, "Authorization": f"Bearer {session['access_token']}"}
            timed(200, "GET", "/auth/v1/user", None, bearer)
            ended = gatehouse.manage(tenant, "DELETE", f"/users/{session['user']['id']}/sessions", connection=connection)
            self.assertIn(ended.status, (200, 204), ended)
            refused = gatehouse.call("GET", "/auth/v1/user", None, bearer, connection=connection)
            self.assertIn(refused.status, (401, 403), "a revoked session was accepted")
        connection.close()
        return seconds

    def test_a_flood_neither_stops_nor_slows_the_users_of_a_tenant(self):
        with Gatehouse(program=RELEASE_PROGRAM) as gatehouse:
            gatehouse.start()
            acme, globex = gatehouse.new_tenant("acme"), gatehouse.new_tenant("globex")
            gatehouse.sign_up(acme, "ada@acme.example", address="198.51.100.250")
            self.rounds(gatehouse, acme, 0)
            quiet = self.rounds(gatehouse, acme, ROUNDS)
            floods = list(self.floods(gatehouse, acme, globex))
            context = multiprocessing.get_context("fork")
            stop, answers = context.Event(), context.Queue()
            senders = [
                context.Process(target=send, args=(gatehouse.address, flood.requests, stop, answers), daemon=True) for flood in floods]
            try:
                for sender in senders:
                    sender.start()
                time.sleep(2)
                flooded = self.rounds(gatehouse, acme, 2 * ROUNDS)
            finally:
                stop.set()
                counts = {}
                for sender in senders:
                    with contextlib.suppress(Exception):
                        for status, count in answers.get(timeout=60).items():
                            counts[status] = counts.get(status, 0) + count
                for sender in senders:
                    sender.join(timeout=30)
                    if sender.is_alive():
                        sender.kill()
            self.assertEqual(gatehouse.call("GET", "/healthz", timeout=5).status, 200)
            self.assertNotIn(500, counts, counts)

            def late(seconds):
                return statistics.quantiles(seconds, n=100)[98]

            print(f"\np99 {late(quiet) * 1000:.0f} ms, under floods {late(flooded) * 1000:.0f} ms; the floods were answered {counts}")
            self.assertLessEqual(late(flooded), 5 * max(late(quiet), FLOOR))


if __name__ == "__main__":
    unittest.main()
