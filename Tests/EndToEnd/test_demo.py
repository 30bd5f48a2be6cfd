"""`gatehouse demo`: an installation with sample data, and the phones that go on using it."""

import contextlib
import datetime
import pathlib
import re
import signal
import socket
import sqlite3
import tempfile
import unittest

import demo
from demo import Console
from harness import HANGS_AFTER, eventually, sqlite_only

APPS = ["coachme", "infinite-stories", "mimi-supply", "mysubguard"]
SMALL = ["--users", "240", "--days", "6"]


@sqlite_only("a demo has databases of its own")
class Demo(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="gatehouse-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def start(self, *arguments, **environment):
        process = demo.start(self.folder, *arguments, **environment)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def test_users_look_around_while_its_phones_go_on_and_it_leaves_nothing_behind(self):
        # The settings of an installation have no effect.
        process = self.start(*SMALL, "--rate", "8", GATEHOUSE_DATA=str(self.folder / "real"), GATEHOUSE_DATABASE_URL="postgres://nowhere/x")
        address = demo.address(process)
        since = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")

        operator = Console(address)
        overview = operator.sign_in("operator@example.com")
        for name in ["CoachMe", "InfiniteStories", "MimiSupply", "MySubGuard"]:
            self.assertTrue(name in overview, name)
        administrator = Console(address)
        administrator.sign_in("admin@coachme.example", "coachme")
        # Apple's outage, and what was decided about it.
        self.assertTrue("http.upstream" in administrator.get("/t/coachme/failures?period=30d&tab=resolved"))

        def happened(app, query):
            return "iPhone" in operator.get(f"/t/{app}/events?from={since}&q={query}")

        for app in APPS:
            # In its own wire format, from its phones; and through Apple's fake, as the server saw it.
            eventually(lambda app=app: happened(app, "source:client"))
            eventually(lambda app=app: happened(app, "source:server+stage:apple-verify+outcome:success"))

        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(timeout=HANGS_AFTER), 0)
        attempts, failed = map(int, re.search(r"(\d+) attempts, (\d+) failed", process.stderr.read()).groups())
        self.assertGreater(attempts, 0)
        self.assertEqual(failed, 0)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_a_signal_while_it_writes_ends_it_and_leaves_nothing_behind(self):
        process = self.start("--users", "5000", "--days", "60", "--rate", "0")
        self.assertIn("Writing the history", process.stderr.readline())
        process.send_signal(signal.SIGINT)

        self.assertEqual(process.wait(timeout=HANGS_AFTER), 0)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_a_folder_that_is_not_empty_is_not_touched(self):
        data = self.folder / "data"
        data.mkdir()
        (data / "control.sqlite").write_text("mine")
        process = self.start(*SMALL, "--data", str(data))
        _, said = process.communicate(timeout=HANGS_AFTER)

        self.assertEqual(process.returncode, 1)
        self.assertIn("is not empty", said)
        self.assertEqual([(path.name, path.read_text()) for path in data.iterdir()], [("control.sqlite", "mine")])

    def test_a_new_folder_keeps_the_data_and_the_same_end_makes_the_same_history(self):
        ids, end = [], (datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(hours=1)).strftime("%Y-%m-%dT%H:%M:%SZ")
        for name in ["one", "two"]:
            data = self.folder / name
            process = self.start(*SMALL, "--rate", "0", "--data", str(data), "--end", end)
            Console(demo.address(process)).sign_in("oncall@mysubguard.example", "mysubguard")
            process.send_signal(signal.SIGTERM)
            self.assertEqual(process.wait(timeout=HANGS_AFTER), 0)
            with contextlib.closing(sqlite3.connect(f"file:{data}/events.sqlite?mode=ro", uri=True)) as events:
                ids.append(sorted(events.execute("SELECT id, occurred_at FROM events")))
        self.assertGreater(len(ids[0]), 500)
        self.assertEqual(ids[0], ids[1])

    def test_a_port_that_is_taken_is_found_before_anything_is_written(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            process = self.start(*SMALL, "--listen", f"127.0.0.1:{taken.getsockname()[1]}")
            _, said = process.communicate(timeout=HANGS_AFTER)

        self.assertEqual(process.returncode, 69)
        self.assertNotIn("Writing", said)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_a_public_address_is_warned_of_before_anything_is_written(self):
        process = self.start(*SMALL, "--rate", "0", "--base-url", "https://demo.example.com")
        self.assertIn("Everyone who reaches this server can sign in", process.stderr.readline())
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=HANGS_AFTER)

    def test_arguments_that_make_no_sense_are_rejected(self):
        for arguments in [["--rate", "0.0001"], ["--users", "99"], ["--sessions", "10"], ["--days", "61"], ["--end", "2999-01-01T00:00:00Z"]]:
            process = self.start(*arguments)
            _, said = process.communicate(timeout=HANGS_AFTER)
            self.assertEqual(process.returncode, 64, arguments)
            self.assertIn(arguments[0], said)


if __name__ == "__main__":
    unittest.main()
