"""What anyone may send, with the public ingest key or with none, costs little memory, and others go on meanwhile."""

import contextlib
import gzip
import json
import os
import random
import re
import resource
import socket
import struct
import threading
import time
import unittest

from harness import IS_RELEASE, RELEASE_PROGRAM, Gatehouse, eventually

MEGABYTE = 1 << 20
# What the process may take, whatever is sent, and some seconds after a flood.
MOST, AFTER = 200 * MEGABYTE, 120 * MEGABYTE
# Within which time the requests of clients that hung up end, but for those that are at work: these end a while later.
ENDED, WORKED = 0.1, 10
# How long others may wait meanwhile: in seconds, or so many times the longest wait without the flood in the same minute, whichever is more.
WAIT, TIMES = 1, 10
if not IS_RELEASE:
    # A debug build takes several times as long for each request, and so has more of them at once.
    MOST, AFTER, WAIT, ENDED, WORKED = 2 * MOST, 2 * AFTER, 8 * WAIT, 8 * ENDED, 8 * WORKED
# Each from a network of its own.
CLIENTS = 55
SHAPE_CLIENTS = 24
BODIES = 60
UNPACKED = 8 * MEGABYTE - 4096
CONNECTIONS = 3000


def memory(gatehouse, field="VmRSS"):
    with open(f"/proc/{gatehouse.process.pid}/status") as status:
        line = next(line for line in status if line.startswith(field + ":"))
    return int(line.split()[1]) * 1024


def network(number):
    """An address in a network of its own."""
    return f"198.{number // 250 + 18}.{number % 250}.7"


def delivery(seed):
    """About 240 KB of gzip that unpack to all that is taken: many events with many attributes."""
    chance = random.Random(seed)
    filler = "a word or two of no meaning, "
    events, size = [], 0
    while size < UNPACKED - 10_000:
        attributes = {f"attribute.{index}": filler + (f"{chance.getrandbits(16):04x}" if index % 8 == 0 else "") for index in range(110)}
        event = json.dumps({"id": f"{seed}-{len(events)}", "outcome": "failed", "attributes": {**attributes, "text": filler * 110}})
        events.append(event)
        size += len(event) + 1
    return gzip.compress(('{"events":[' + ",".join(events) + "]}").encode(), 6)


def field(number, content):
    """A field of protobuf with a message or a text."""
    length, size = b"", len(content)
    while size > 127:
        length, size = length + bytes([size & 127 | 128]), size >> 7
    return bytes([number << 3 | 2]) + length + bytes([size]) + content


def logs(seed):
    """OTLP log records that are short, of a resource with as many attributes as an event may have: each event has them all."""
    chance = random.Random(seed)
    resource = b"".join(
        field(1, field(1, f"resource.attribute.{index}".encode()) + field(2, field(1, b"a word or two of no meaning, " * 4)))
        for index in range(128))
    records, size = [], 0
    while size < UNPACKED // 8:
        moment = b"\x09" + (1_795_251_599_000_000_000 + chance.getrandbits(40)).to_bytes(8, "little")
        records.append(field(2, moment + field(5, field(1, b"a record of which there are many")) + field(9, chance.randbytes(16))))
        size += len(records[-1])
    return gzip.compress(field(1, field(1, resource) + field(2, b"".join(records))), 6)


def shapes(seed):
    """Half a megabyte of gzip: events of which each has its own version, device and so on."""
    chance = random.Random(seed)
    names = ["name", "provider", "app_version", "environment", "platform", "os_version", "device_model", "build"]

    def text():
        return chance.randbytes(64).hex()

    events = [
        {"outcome": "failed", "error": {"domain": text(), "code": text()}, **{name: text() for name in names}}
        for _ in range(1000)]
    return gzip.compress(json.dumps({"events": events}).encode(), 6)


def attachment(seed):
    """An envelope of Sentry with an event, and seven megabytes beside it that gzip makes no smaller."""
    content = random.Random(seed).randbytes(7 * MEGABYTE)
    event = json.dumps({"message": f"with an attachment {seed}", "level": "error"})
    head = f'{{}}\n{{"type":"event"}}\n{event}\n{{"type":"attachment","length":{len(content)},"filename":"screen.png"}}\n'
    return gzip.compress(head.encode() + content + b"\n", 1)


class Watch(threading.Thread):
    """Looks at the memory, at the health and at another tenant's revocations until it is stopped."""

    def __init__(self, gatehouse, tenant, sessions):
        super().__init__(daemon=True)
        self.gatehouse, self.tenant, self.sessions = gatehouse, tenant, list(sessions)
        self.ended = threading.Event()
        self.health, self.revocations, self.failures, self.peak = [], [], [], 0

    def run(self):
        while not self.ended.wait(0.1):
            self.peak = max(self.peak, memory(self.gatehouse))
            self.timed(self.health, lambda: self.gatehouse.call("GET", "/healthz", timeout=30), 200)
            if self.sessions:
                token, session = self.sessions.pop()
                self.timed(self.revocations, lambda: self.gatehouse.manage(self.tenant, "DELETE", f"/sessions/{session}"), 204)
                if self.gatehouse.session(self.tenant, token) is not None:
                    self.failures.append("a revoked session lives")

    def timed(self, times, call, status):
        began = time.monotonic()
        try:
            answer = call()
            if answer.status != status:
                self.failures.append(answer)
        except OSError as error:
            self.failures.append(error)
        times.append(time.monotonic() - began)

    def end(self):
        self.ended.set()
        self.join(timeout=60)


class Memory(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.gatehouse = Gatehouse(program=RELEASE_PROGRAM)
        cls.addClassCleanup(cls.gatehouse.__exit__)
        cls.gatehouse.start()
        cls.acme, cls.globex = cls.gatehouse.new_tenant("acme"), cls.gatehouse.new_tenant("globex")
        cls.gatehouse.sign_up(cls.globex, "vic@globex.example")

    def sessions(self, count):
        tokens = [self.gatehouse.sign_in(self.globex, "vic@globex.example", network(900 + n))["token"] for n in range(count)]
        ids = [self.gatehouse.session(self.globex, token)["session"]["id"] for token in tokens]
        return list(zip(tokens, ids))

    @contextlib.contextmanager
    def watched(self, revocations=10):
        """Runs a flood, and holds the process to what is promised meanwhile and afterwards."""
        quiet = Watch(self.gatehouse, self.globex, self.sessions(3))
        quiet.start()
        eventually(lambda: len(quiet.health) > 10 or quiet.failures)
        quiet.end()
        self.assertEqual(quiet.failures, [])
        watch = Watch(self.gatehouse, self.globex, self.sessions(revocations))
        watch.start()
        try:
            yield watch
        finally:
            watch.end()
        self.assertEqual(watch.failures, [])
        after = self.settled()
        print(
            f"\n  most {watch.peak // MEGABYTE} MB, after {after // MEGABYTE} MB; health {max(watch.health):.2f} s; "
            f"revocation {max(watch.revocations, default=0):.2f} s ({len(watch.revocations)})", end=" ", flush=True)
        self.assertLessEqual(watch.peak, MOST)
        self.assertLessEqual(memory(self.gatehouse, "VmHWM"), MOST)
        self.assertLessEqual(after, AFTER)
        self.assertLess(max(watch.health), max(WAIT, TIMES * max(quiet.health)))
        self.assertTrue(watch.revocations)
        self.assertLess(max(watch.revocations), max(WAIT, TIMES * max(quiet.revocations)))

    def settled(self, within=20):
        deadline = time.monotonic() + within
        while memory(self.gatehouse) > AFTER and time.monotonic() < deadline:
            time.sleep(0.5)
        return memory(self.gatehouse)

    def test_deliveries_that_unpack_to_much(self):
        bodies = [delivery(seed) for seed in range(4)]
        self.assertTrue(all(100_000 < len(body) < 400_000 for body in bodies), [len(body) for body in bodies])
        self.flooded_with(bodies, "/ingest/v1/events", "application/json")

    def test_log_records_that_become_large_events(self):
        bodies = [logs(seed) for seed in range(4)]
        self.assertTrue(all(len(body) < MEGABYTE for body in bodies), [len(body) for body in bodies])
        self.flooded_with(bodies, "/v1/logs", "application/x-protobuf")

    def test_events_that_have_nothing_in_common(self):
        bodies = [shapes(seed) for seed in range(SHAPE_CLIENTS)]
        self.assertTrue(all(400_000 < len(body) < MEGABYTE for body in bodies), [len(body) for body in bodies])
        self.flooded_with(bodies, "/ingest/v1/events", "application/json", SHAPE_CLIENTS)

    def test_events_with_attachments_that_are_not_kept(self):
        bodies = [attachment(seed) for seed in range(4)]
        self.assertTrue(all(7 * MEGABYTE < len(body) < 8 * MEGABYTE for body in bodies), [len(body) for body in bodies])
        events = self.outcomes("stored", "event")
        self.flooded_with(bodies, "/api/{}/envelope/".format(self.acme["sentry_dsn"].rsplit("/", 1)[1]), "application/x-sentry-envelope", 50)
        eventually(lambda: self.outcomes("stored", "event") > events)

    def outcomes(self, outcome, category):
        rows = self.gatehouse.manage(self.acme, "GET", "/events/outcomes").json()["items"]
        return sum(row["count"] for row in rows if (row["outcome"], row["category"]) == (outcome, category))

    def active(self):
        """The number of requests that are being answered, without the one that asks."""
        metrics = self.gatehouse.call("GET", "/metrics", timeout=30).body.decode()
        return int(float(re.search(r"^gatehouse_http_requests_active(?:{[^}]*})? (\S+)$", metrics, re.M)[1])) - 1

    def test_clients_that_hang_up(self):
        body = gzip.decompress(delivery(0))
        self.assertGreater(len(body), 7 * MEGABYTE)
        keys = [self.acme["ingest_key"]] + [self.gatehouse.new_tenant(f"tenant-{number}")["ingest_key"] for number in range(4)]
        address, until, sent = self.gatehouse.address.split(":"), time.monotonic() + 12, []

        def client(number):
            head = (
                f"POST /ingest/v1/events HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {keys[number % len(keys)]}\r\n"
                f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
                f"X-Forwarded-For: {network(number)}\r\n\r\n").encode()
            while time.monotonic() < until:
                with contextlib.suppress(OSError), socket.create_connection((address[0], int(address[1])), timeout=30) as connection:
                    # Closing sends a reset.
                    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    connection.sendall(head)
                    connection.sendall(body)
                    sent.append(number)
                    time.sleep(0.12)
                time.sleep(0.01)

        with self.watched():
            clients = [threading.Thread(target=client, args=(number,), daemon=True) for number in range(BODIES)]
            for thread in clients:
                thread.start()
            for thread in clients:
                thread.join(timeout=60)
            ended = time.monotonic()
            # What is being decoded or written is not stopped, and another client asks for the health meanwhile.
            eventually(lambda: self.active() <= os.cpu_count() + 2, within=WORKED)
            waited = time.monotonic() - ended
            eventually(lambda: self.active() <= 0, within=WORKED)
        self.assertGreater(len(sent), 10)
        self.assertLess(waited, ENDED)

    def flooded_with(self, bodies, path, kind, count=CLIENTS):
        statuses, until = [], time.monotonic() + 12

        def client(number):
            while time.monotonic() < until:
                with contextlib.suppress(OSError):
                    answer = self.gatehouse.call("POST", path, bodies[number % len(bodies)], {
                        "Authorization": f"Bearer {self.acme['ingest_key']}", "Content-Type": kind,
                        "Content-Encoding": "gzip", "X-Forwarded-For": network(number)}, timeout=60)
                    statuses.append(answer.status)
                    if answer.status in (429, 503):
                        self.assertIsNotNone(answer.headers["Retry-After"])
                        time.sleep(0.05)

        with self.watched():
            clients = [threading.Thread(target=client, args=(number,), daemon=True) for number in range(count)]
            for thread in clients:
                thread.start()
            for thread in clients:
                thread.join(timeout=60)
        self.assertTrue(set(statuses) <= {200, 429, 503}, set(statuses))
        self.assertTrue(any(status == 200 for status in statuses), statuses)
        self.assertTrue(any(status in (429, 503) for status in statuses), statuses)

    def send(self, number, framing, path="/ingest/v1/events"):
        """A connection with a header, and nothing of the body yet."""
        host, port = self.gatehouse.address.split(":")
        connection = socket.create_connection((host, int(port)), timeout=10)
        connection.sendall((
            f"POST {path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {self.acme['ingest_key']}\r\n"
            f"Content-Type: application/json\r\nX-Forwarded-For: {network(number)}\r\n{framing}\r\n\r\n").encode())
        connection.setblocking(False)
        return connection

    def pour(self, connections, piece, seconds):
        """Sends to all connections as much as each takes. Returns how much went out."""
        sent, until = 0, time.monotonic() + seconds
        while time.monotonic() < until:
            for connection in list(connections):
                try:
                    sent += connection.send(piece)
                except BlockingIOError:
                    pass
                except OSError:
                    connections.remove(connection)
            time.sleep(0.002)
        return sent

    def flooded(self, framing, piece, path="/ingest/v1/events", least=20 * MEGABYTE):
        with self.watched():
            connections = [self.send(number, framing, path) for number in range(BODIES)]
            everyone = list(connections)
            sent = self.pour(connections, piece, 5)
            self.gatehouse.sign_in(self.globex, "vic@globex.example", network(999))
            for connection in everyone:
                connection.close()
        self.assertGreater(sent, least)

    def test_bodies_that_never_end(self):
        self.flooded(f"Content-Length: {8 * MEGABYTE}", b" " * 65536)

    def test_bodies_that_are_too_large(self):
        piece = b" " * 65536
        self.flooded("Transfer-Encoding: chunked", f"{len(piece):x}\r\n".encode() + piece + b"\r\n")

    def opened(self, rest, keep_alive=False):
        """Opens many connections from as many networks, each with a request that does not end or one that is answered."""
        resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
        with self.watched():
            if keep_alive:
                host, port = self.gatehouse.address.split(":")
                connections = []
                for _ in range(2 * CONNECTIONS):
                    connection = socket.create_connection((host, int(port)), timeout=10)
                    connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
                    connection.recv(4096)
                    connections.append(connection)
                    time.sleep(0.001)
            else:
                framing = f"apikey: {self.acme['publishable_key']}\r\nTransfer-Encoding: chunked"
                connections = []
                for number in range(CONNECTIONS):
                    connections.append(self.send(number, framing, "/auth/v1/token?grant_type=password"))
                    # Slower than the server accepts: a full queue of the kernel would make everyone wait for a second.
                    time.sleep(0.002)
            everyone = list(connections)
            if rest:
                for piece in rest:
                    self.pour(connections, piece, 0.5)
            time.sleep(2)
            for connection in everyone:
                connection.close()
                time.sleep(0.002)

    def test_requests_that_stay_open(self):
        self.opened([b"2\r\n{}\r\n0\r\n"])

    def test_trailers_that_never_end(self):
        self.opened([b"2\r\n{}\r\n0\r\n", b"x-a: " + b"a" * 7000 + b"\r\n"])

    def test_connections_that_were_answered(self):
        self.opened([], keep_alive=True)

    def test_bodies_of_tiny_chunks(self):
        # Each connection is closed after the first of them.
        self.flooded("Transfer-Encoding: chunked", b"1\r\n \r\n" * 10_000, least=MEGABYTE)


if __name__ == "__main__":
    unittest.main()
