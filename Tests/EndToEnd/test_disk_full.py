"""A disk that is full and an events database that is gone: people sign in, refresh, sign out and are revoked all the same."""

import contextlib
import json
import os
import pathlib
import random
import shutil
import sqlite3
import string
import subprocess
import tempfile
import threading
import time
import unittest
import uuid

from harness import PASSWORD, Gatehouse, sqlite_only

MIB = 1 << 20


class SmallDisk:
    """A file system in memory, as small as a test needs it. Only root may mount one; where tests must be whole, that is a failure."""

    def __init__(self, bytes):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="gatehouse-disk-"))
        done = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={bytes},mode=700", "tmpfs", self.folder], capture_output=True, text=True)
        if done.returncode != 0:
            self.folder.rmdir()
            if os.geteuid() != 0 and not os.environ.get("CI"):
                raise unittest.SkipTest("a small disk is made by mounting one, which only root may")
            raise AssertionError(f"a disk cannot be mounted: {done.stderr.strip()}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        subprocess.run(["umount", "--lazy", self.folder], check=True)
        self.folder.rmdir()

    @property
    def free(self):
        figures = os.statvfs(self.folder)
        return figures.f_bavail * figures.f_frsize

    def fill(self, name="foreign"):
        """Writes a file that is not ours until nothing more fits."""
        with open(self.folder / name, "ab", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(bytes(64 << 10))
        with open(self.folder / name, "ab", buffering=0) as file, contextlib.suppress(OSError):
            while file.write(bytes(4096)) == 4096:
                pass

    def empty(self, name="foreign"):
        (self.folder / name).unlink()


class Flood(threading.Thread):
    """Delivers large events until it is stopped; remembers what was acknowledged."""

    def __init__(self, gatehouse, tenant):
        super().__init__(daemon=True)
        self.gatehouse, self.tenant = gatehouse, tenant
        self.acknowledged, self.refused, self.wrong, self.failure = set(), 0, [], None
        self.ended = threading.Event()

    def run(self):
        try:
            connection = self.gatehouse.connect(timeout=30)
            while not self.ended.is_set():
                status, ids, answer = deliver(self.gatehouse, self.tenant, 50, connection)
                if status == 200:
                    self.acknowledged |= ids
                elif status == 503 and answer.headers["Retry-After"]:
                    self.refused += 1
                    time.sleep(0.02)
                else:
                    self.wrong.append(answer)
        except Exception as error:
            self.failure = error


def deliver(gatehouse, tenant, count, connection=None):
    def text(length):
        return "".join(random.choices(string.ascii_lowercase + "   ", k=length))

    events = [{
        "id": str(uuid.uuid4()), "time": int(time.time() * 1000), "stage": "session-store", "outcome": "failed",
        "error": {"domain": "NSOSStatusErrorDomain", "code": -25308, "message": "locked"},
        "attributes": {f"field_{number}": text(600) for number in range(6)},
    } for _ in range(count)]
    answer = gatehouse.call(
        "POST", "/ingest/v1/events", {"events": events}, {"Authorization": f"Bearer {tenant['ingest_key']}"}, connection=connection)
    return answer.status, {event["id"] for event in events}, answer


def metric(gatehouse, name):
    text = gatehouse.call("GET", "/metrics").body.decode()
    return float(next(line.split()[-1] for line in text.splitlines() if line.startswith(name + " ")))


def wait_for(what, within):
    began = time.monotonic()
    while time.monotonic() - began < within:
        if what():
            return time.monotonic() - began
        time.sleep(0.05)
    raise AssertionError(f"not within {within} s")


@sqlite_only("there the disk is the database server's own")
class FullDisk(unittest.TestCase):
    address = 0

    def app(self, gatehouse, tenant, method, path, body=None, token=None):
        headers = {"apikey": tenant["publishable_key"], "X-Forwarded-For": self.next_address()}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        return gatehouse.call(method, path, body, headers, timeout=30)

    def next_address(self):
        FullDisk.address += 1
        return f"198.51.{FullDisk.address // 250 % 250}.{FullDisk.address % 250 + 1}"

    def check_life(self, gatehouse, tenant, email):
        """Signs in, refreshes, signs out, and is revoked; each has its effect."""
        def sign_in():
            answer = self.app(gatehouse, tenant, "POST", "/auth/v1/token?grant_type=password", {"email": email, "password": PASSWORD})
            self.assertEqual(answer.status, 200, answer)
            return answer.json()

        first = sign_in()
        answer = self.app(
            gatehouse, tenant, "POST", "/auth/v1/token?grant_type=refresh_token", {"refresh_token": first["refresh_token"]})
        self.assertEqual(answer.status, 200, answer)
        second = answer.json()
        self.assertEqual(self.app(gatehouse, tenant, "GET", "/auth/v1/user", token=second["access_token"]).status, 200)
        self.assertEqual(self.app(gatehouse, tenant, "POST", "/auth/v1/logout?scope=local", token=second["access_token"]).status, 204)
        self.assertEqual(self.app(gatehouse, tenant, "GET", "/auth/v1/user", token=second["access_token"]).status, 403)
        answer = self.app(
            gatehouse, tenant, "POST", "/auth/v1/token?grant_type=refresh_token", {"refresh_token": second["refresh_token"]})
        self.assertEqual(answer.status, 400, answer)

        revoked = self.app(gatehouse, tenant, "POST", "/api/auth/sign-in", {"email": email, "password": PASSWORD})
        self.assertEqual(revoked.status, 200, revoked)
        token = revoked.json()["token"]
        session = gatehouse.session(tenant, token)["session"]["id"]
        self.assertIn(gatehouse.manage(tenant, "DELETE", f"/sessions/{session}").status, (200, 204))
        self.assertIsNone(gatehouse.session(tenant, token))

    def users(self, gatehouse, tenant, count=4):
        emails = [f"ada{number}@{tenant['slug']}.example" for number in range(count)]
        for email in emails:
            gatehouse.sign_up(tenant, email, self.next_address())
        return emails

    def flood(self, gatehouse, tenant, emails, rounds=8):
        """Floods until deliveries are refused, and goes on for a while; what was acknowledged."""
        floods = [Flood(gatehouse, tenant) for _ in range(4)]
        for flood in floods:
            flood.start()
        try:
            wait_for(lambda: sum(f.refused for f in floods) > 5 or any(f.failure for f in floods), within=90)
            for number in range(rounds):
                self.check_life(gatehouse, tenant, emails[number % len(emails)])
        finally:
            for flood in floods:
                flood.ended.set()
                flood.join(timeout=40)
        for flood in floods:
            self.assertIsNone(flood.failure)
            self.assertEqual(flood.wrong[:3], [])
        return set().union(*(f.acknowledged for f in floods))

    def check_stored(self, gatehouse, database, acknowledged):
        with contextlib.closing(sqlite3.connect(database)) as connection:
            stored = [str(uuid.UUID(hex=row[0])) for row in connection.execute("SELECT hex(id) FROM events")]
            self.assertEqual(connection.execute("PRAGMA integrity_check").fetchall(), [("ok",)])
        self.assertEqual(len(stored), len(set(stored)), "an event is stored twice")
        self.assertEqual(acknowledged - set(stored), set(), "an acknowledged event is lost")

    def test_events_and_control_on_one_full_disk(self):
        with SmallDisk(96 * MIB) as disk, Gatehouse(disk.folder, GATEHOUSE_EVENTS_MINIMUM_FREE_MB="24") as gatehouse:
            gatehouse.start()
            tenant, globex = gatehouse.new_tenant("acme"), gatehouse.new_tenant("globex")
            emails, others = self.users(gatehouse, tenant), self.users(gatehouse, globex)
            self.assertEqual(metric(gatehouse, "gatehouse_disk_reserve_bytes"), 16 * MIB)

            # The flood stops by itself, with room left for everything else.
            acknowledged = self.flood(gatehouse, tenant, emails)
            self.assertGreater(len(acknowledged), 500)
            self.assertGreater(disk.free, 8 * MIB, "telemetry took more than its part")
            self.assertEqual(metric(gatehouse, 'gatehouse_telemetry_state{state="disk_full"}'), 1)
            wait_for(lambda: gatehouse.call("GET", "/readyz").json() == {"status": "ready", "degraded": ["disk"]}, within=5)
            self.assertEqual(metric(gatehouse, "gatehouse_disk_reserve_bytes"), 16 * MIB)

            # Somebody else takes the rest: the reserve is let go, and telemetry does not take it.
            disk.fill()
            began = time.monotonic()
            for number in range(12):
                self.check_life(gatehouse, [tenant, globex][number % 2], [emails, others][number % 2][number // 2 % 4])
            self.assertEqual(metric(gatehouse, "gatehouse_disk_reserve_bytes"), 0)
            self.assertEqual(deliver(gatehouse, tenant, 1)[0], 503)
            self.assertIn("its reserve was released", gatehouse.log())
            print(f"\non a full disk: 12 rounds in {time.monotonic() - began:.1f} s, {disk.free / MIB:.1f} MiB of the reserve left")

            # Space comes back, and with it ingest and the reserve.
            disk.empty()
            subprocess.run(["mount", "-o", f"remount,size={192 * MIB}", disk.folder], check=True)
            waited = wait_for(lambda: deliver(gatehouse, tenant, 1)[0] == 200, within=5)
            wait_for(lambda: metric(gatehouse, "gatehouse_disk_reserve_bytes") == 16 * MIB, within=5)
            print(f"events are taken again after {waited:.1f} s")
            self.check_stored(gatehouse, gatehouse.data / "events.sqlite", acknowledged)
            self.assertEqual(gatehouse.terminate()[0], 0)

    def test_a_start_on_a_full_disk(self):
        for kill in [False, True]:
            with self.subTest(kill=kill), SmallDisk(64 * MIB) as disk, \
                    Gatehouse(disk.folder, GATEHOUSE_EVENTS_MINIMUM_FREE_MB="8") as gatehouse:
                gatehouse.start()
                tenant = gatehouse.new_tenant("acme")
                emails = self.users(gatehouse, tenant)
                status, acknowledged, _ = deliver(gatehouse, tenant, 20)
                self.assertEqual(status, 200)
                if kill:
                    gatehouse.kill()
                else:
                    self.assertEqual(gatehouse.terminate()[0], 0)
                disk.fill()
                self.assertLess(disk.free, 64 << 10)

                gatehouse.start()
                for email in emails:
                    self.check_life(gatehouse, tenant, email)
                self.assertEqual(deliver(gatehouse, tenant, 1)[0], 503)
                doctor = gatehouse.command("doctor", "--json", check=False)
                findings = {finding["check"]: finding["state"] for finding in json.loads(doctor.stdout)["findings"]}
                self.assertEqual(findings["disk_reserve"], "warning")
                disk.empty()
                wait_for(lambda: deliver(gatehouse, tenant, 1)[0] == 200, within=5)
                self.check_stored(gatehouse, gatehouse.data / "events.sqlite", acknowledged)
                self.assertEqual(gatehouse.terminate()[0], 0)

    def test_telemetry_on_a_volume_of_its_own_that_is_full_and_then_gone(self):
        with SmallDisk(48 * MIB) as disk, tempfile.TemporaryDirectory(prefix="gatehouse-") as folder, \
                Gatehouse(
                    folder, GATEHOUSE_EVENTS_DATA=str(disk.folder / "events"), GATEHOUSE_EVENTS_MINIMUM_FREE_MB="8",
                    # Nothing is deleted to make room.
                    GATEHOUSE_EVENTS_MAXIMUM_MB="1000") as gatehouse:
            gatehouse.start()
            tenant = gatehouse.new_tenant("acme")
            emails = self.users(gatehouse, tenant)
            database = disk.folder / "events" / "events.sqlite"
            self.assertFalse((gatehouse.data / "events.sqlite").exists())

            acknowledged = self.flood(gatehouse, tenant, emails, rounds=4)
            disk.fill()
            for email in emails:
                self.check_life(gatehouse, tenant, email)
            self.assertEqual(metric(gatehouse, "gatehouse_disk_reserve_bytes"), 16 * MIB, "the reserve is not for another disk")
            disk.empty()
            self.check_stored(gatehouse, database, acknowledged)

            # Room, so that a full disk is not what keeps events from being stored.
            subprocess.run(["mount", "-o", f"remount,size={128 * MIB}", disk.folder], check=True)
            wait_for(lambda: metric(gatehouse, 'gatehouse_telemetry_state{state="available"}') == 1, within=5)
            # The file goes while it is open. Renamed, so that what the program still writes into it at the end is kept: a copy would lack
            # what is in the WAL.
            saved = disk.folder / "saved"
            database.rename(saved)
            wait_for(lambda: metric(gatehouse, 'gatehouse_telemetry_state{state="unavailable"}') == 1, within=5)
            for email in emails:
                self.check_life(gatehouse, tenant, email)
            self.assertEqual(deliver(gatehouse, tenant, 1)[0], 503)
            self.assertEqual(gatehouse.manage(tenant, "GET", "/events").status, 503)
            wait_for(lambda: gatehouse.call("GET", "/readyz").json() == {"status": "ready", "degraded": ["events"]}, within=5)
            self.check_console(gatehouse, tenant, emails[0])
            self.assertFalse(database.exists(), "a new database was made in place of one that is gone")

            # A start without the volume is a start.
            self.assertEqual(gatehouse.terminate()[0], 0)
            shutil.move(disk.folder / "events", disk.folder / "elsewhere")
            gatehouse.start()
            for email in emails:
                self.check_life(gatehouse, tenant, email)
            self.assertEqual(deliver(gatehouse, tenant, 1)[0], 503)

            shutil.move(disk.folder / "elsewhere", disk.folder / "events")
            saved.rename(database)
            wait_for(lambda: deliver(gatehouse, tenant, 1)[0] == 200, within=5)
            self.check_stored(gatehouse, database, acknowledged)
            self.assertEqual(gatehouse.terminate()[0], 0)

    def check_console(self, gatehouse, tenant, email):
        """An operator sees what is missing, and can still end sessions on a user's page."""
        cookie = gatehouse.new_operator()
        events = gatehouse.call("GET", f"/t/{tenant['slug']}/events", None, {"Cookie": cookie})
        self.assertEqual(events.status, 503, events)
        self.assertIn(b"Events are unavailable", events.body)
        self.assertIn(f'href="/t/{tenant["slug"]}/users"'.encode(), events.body, "the ways on")
        user = next(user["id"] for user in gatehouse.everything(tenant, "/users") if user["email"] == email)
        page = gatehouse.call("GET", f"/t/{tenant['slug']}/users/{user}", None, {"Cookie": cookie})
        self.assertEqual(page.status, 200, page)
        self.assertIn(b"The events database is not available", page.body)


if __name__ == "__main__":
    unittest.main(verbosity=2)
