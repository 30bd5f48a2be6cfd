"""A machine's clock that is set wrong, and right again, while sessions live."""

import pathlib
import shutil
import subprocess
import tempfile
import time
import unittest

from harness import Gatehouse, sqlite_only

DAY = 86_400


@sqlite_only("the clock of a PostgreSQL server replaces those of its nodes")
class Clock(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="gatehouse-")
        cls.addClassCleanup(folder.cleanup)
        cls.library = str(pathlib.Path(folder.name) / "wrong_clock.so")
        source = pathlib.Path(__file__).with_name("wrong_clock.c")
        compiler = shutil.which("cc") or shutil.which("clang")
        subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", cls.library, str(source)], check=True)

    def at(self, gatehouse, offset):
        """Starts with a calendar that is off by so many seconds."""
        gatehouse.environment.update(LD_PRELOAD=self.library, GATEHOUSE_TEST_CLOCK_SECONDS=str(offset))
        gatehouse.start()

    def stop(self, gatehouse):
        self.assertEqual(gatehouse.terminate()[0], 0)

    def test_a_clock_that_is_set_back_revives_no_session(self):
        with Gatehouse() as gatehouse:
            gatehouse.start()
            tenant = gatehouse.new_tenant("acme")
            token = gatehouse.sign_up(tenant, "ada@acme.example")["token"]
            self.assertIsNotNone(gatehouse.session(tenant, token))
            self.stop(gatehouse)

            # It was not used for more than a month: it has expired.
            self.at(gatehouse, 40 * DAY)
            self.assertIsNone(gatehouse.session(tenant, token))
            self.stop(gatehouse)

            self.at(gatehouse, 0)
            self.assertIsNone(gatehouse.session(tenant, token))
            deadline = time.monotonic() + 30
            while "behind the time of the installation" not in gatehouse.log():
                self.assertLess(time.monotonic(), deadline)
                time.sleep(0.1)
            report = gatehouse.command("doctor", "--json")
            self.assertIn("gatehouse clock --reset", str(report))
            refused = gatehouse.command("clock", "--reset", check=False)
            self.assertEqual(refused.returncode, 73, refused)
            self.stop(gatehouse)

            # The operator confirms that the clock is right.
            gatehouse.command("clock", "--reset")
            self.at(gatehouse, 0)
            self.assertIsNotNone(gatehouse.session(tenant, token))
            self.stop(gatehouse)

    def test_a_session_lives_through_an_hour_back_and_forth(self):
        with Gatehouse() as gatehouse:
            gatehouse.start()
            tenant = gatehouse.new_tenant("acme")
            token = gatehouse.sign_up(tenant, "ada@acme.example")["token"]
            for offset in [-3600, 3600, -366 * DAY, 0]:
                self.stop(gatehouse)
                self.at(gatehouse, offset)
                session = gatehouse.session(tenant, token)
                self.assertEqual(session and session["user"]["email"], "ada@acme.example", offset)
            self.stop(gatehouse)


if __name__ == "__main__":
    unittest.main()
