"""The fake Apple as a program of its own."""

import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import unittest
import urllib.request

from harness import HANGS_AFTER, PROGRAM, sqlite_only


@sqlite_only("the fake Apple keeps nothing")
class StandIn(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="gatehouse-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def start(self, *arguments):
        process = subprocess.Popen(
            [PROGRAM, "fake-apple", "--folder", str(self.folder), *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, env={"PATH": os.environ["PATH"], "SWIFT_BACKTRACE": "enable=no"})
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def test_it_says_where_it_is_and_what_a_tenant_needs(self):
        process = self.start("--json", "--client", "com.example.one", "--client", "com.example.two")
        said = json.loads(process.stdout.readline())

        self.assertTrue(said["stand_in"])
        self.assertEqual(said["client_ids"], ["com.example.one", "com.example.two"])
        self.assertRegex(said["team_id"] + said["key_id"], "^[A-Z0-9]{20}$")
        key = pathlib.Path(said["private_key_file"])
        self.assertEqual(key.stat().st_mode & 0o777, 0o600)
        self.assertIn("BEGIN PRIVATE KEY", key.read_text())
        with urllib.request.urlopen(said["url"] + "/auth/keys", timeout=HANGS_AFTER) as answer:
            self.assertGreater(len(json.load(answer)["keys"]), 1)

    def test_it_ends_when_it_is_told_to_and_takes_its_key_along(self):
        for number in [signal.SIGTERM, signal.SIGINT]:
            process = self.start("--json")
            key = pathlib.Path(json.loads(process.stdout.readline())["private_key_file"])
            process.send_signal(number)

            self.assertEqual(process.wait(timeout=HANGS_AFTER), 0)
            self.assertFalse(key.exists())

    def test_people_are_told_that_it_is_no_apple(self):
        process = self.start()
        line = process.stdout.readline()

        self.assertIn("fake of Apple", line)
        self.assertIn("authenticates every user", line)

    def test_it_listens_on_this_machine_only(self):
        process = self.start("--listen", "0.0.0.0:0", "--json")
        said, _ = process.communicate(timeout=HANGS_AFTER)

        self.assertEqual(process.returncode, 1)
        self.assertEqual(json.loads(said)["error"]["code"], "not_loopback")

    def test_a_port_that_is_taken_is_told_in_a_sentence(self):
        first = self.start("--json")
        address = re.sub("^http://", "", json.loads(first.stdout.readline())["url"])
        second = self.start("--listen", address, "--json")
        said, _ = second.communicate(timeout=HANGS_AFTER)

        self.assertEqual(second.returncode, 69)
        self.assertEqual(json.loads(said)["error"]["code"], "unavailable")


if __name__ == "__main__":
    unittest.main()
