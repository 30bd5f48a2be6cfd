"""The ten questions of docs/tour.md, each answered within three steps from the overview, without script."""

import pathlib
import re
import tempfile
import unittest

import demo
from demo import Console
from harness import ROOT, eventually, sqlite_only

LOCKED = "The phone was locked, so the keychain could not be used"
REUSED = "A refresh token was used twice, so the session was ended"


class Walk(Console):
    """Counts the steps from the overview."""

    steps = 0

    def follow(self, text):
        self.steps += 1
        return super().follow(text)

    def go(self, target):
        self.steps += 1
        return self.get(target.replace("&amp;", "&"))

    def find(self, text):
        self.steps += 1
        return super().find(text)

    def press(self, text):
        self.steps += 1
        return super().press(text)


@sqlite_only("a demo has databases of its own")
class Tour(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="gatehouse-")
        cls.addClassCleanup(folder.cleanup)
        process = demo.start(pathlib.Path(folder.name), "--users", "3000", "--rate", "5")
        cls.addClassCleanup(process.communicate)
        cls.addClassCleanup(process.kill)
        cls.address = demo.address(process)

    def walk(self, question, app="coachme"):
        """A member of an app who has just opened the overview, and asks a question of docs/tour.md."""
        self.assertIn(f"\n## {question}\n", (ROOT / "docs/tour.md").read_text())
        walk = Walk(self.address)
        walk.sign_in(f"admin@{app}.example", app)
        walk.get(f"/t/{app}/overview")
        self.addCleanup(lambda: self.assertLessEqual(walk.steps, 3))
        return walk

    def victim(self):
        """The user whose refresh token was stolen: the name, and the address of the page."""
        other = Console(self.address)
        other.sign_in("admin@coachme.example", "coachme")
        other.get("/t/coachme/failures?tab=all&period=30d")
        other.follow(REUSED)
        target, name = re.search(r'<a[^>]*href="(/t/coachme/users/[^"]+)"[^>]*>([^<]+)</a>', other.page).groups()
        return name, target

    def test_is_sign_in_healthy_now(self):
        walk = self.walk("Is sign-in healthy now?")
        # At night there may be no sign-in in the hours before the demo began.
        eventually(lambda: walk.get("/t/coachme/overview") and re.search(r"Success rate \d+\.\d%", walk.text))
        # InfiniteStories has had a failure for three hours.
        walk = self.walk("Is sign-in healthy now?", "infinite-stories")
        self.assertIn("The nonce in the identity token is not the one that the app sent", walk.text)

    def test_which_release_broke_keychain_restore(self):
        walk = self.walk("Which release broke keychain restore?")
        walk.follow("Failures")
        walk.follow(LOCKED)
        affected = {version: int(count) for version, count in re.findall(r"\b(2\.\d\.\d) (\d+)\b", walk.text)}
        self.assertEqual(max(affected, key=affected.get), "2.4.0", affected)

    def test_is_it_apple_or_us(self):
        walk = self.walk("Is it Apple or us?")
        self.assertIn("No connection error with Apple in the last 15 minutes.", walk.text)
        walk.follow("Apple did not respond")
        self.assertIn("apple.server.unavailable", walk.text)

    def test_who_is_affected_and_how_many_are_still_out(self):
        walk = self.walk("Who is affected, and how many are still out?")
        walk.follow("Failures")
        walk.follow(LOCKED)
        people, out = map(int, re.search(r"(\d+) people affected in the last 7 days, (\d+) still out", walk.text).groups())
        self.assertTrue(people > out > 0)
        walk.go(re.search(r'href="([^"]*still-out[^"]*)"', walk.page).group(1))
        # The phones go on meanwhile.
        self.assertGreater(len(set(re.findall(r'href="/t/coachme/users/([^"/]+)"', walk.page))), 0)

    def test_why_was_this_person_signed_out(self):
        name, page = self.victim()
        walk = self.walk("Why was this person signed out?")
        walk.find(page.rpartition("/")[2])
        if name not in walk.text.split(" Sessions ")[0]:
            walk.follow(name)
        self.assertIn("Refresh token reuse", walk.text)

    def test_was_this_refresh_theft_a_race_or_a_lost_answer(self):
        walk = self.walk("Was this refresh theft, a race, or a lost answer?")
        walk.follow("Failures")
        walk.follow(REUSED)
        walk.follow("Restore session")
        self.assertIn("Attack suspected", walk.text)

    def test_sign_this_stolen_phone_out(self):
        # Someone who is signed in.
        other = Console(self.address)
        other.sign_in("admin@coachme.example", "coachme")
        rows = re.findall(r'href="(/t/coachme/users/[^"/]+)"[^>]*>([^<]+)<', other.get("/t/coachme/sessions"))
        page = next(target for target, name in rows if name not in ("Ada Admin", "Ole On-call"))
        walk = self.walk("Sign this stolen phone out")
        walk.find(page.rpartition("/")[2])
        before = int(re.search(r"Sessions (\d+) active", walk.text).group(1))
        walk.press("End session")
        walk.get(page)
        self.assertIn(f"Sessions {before - 1} active" if before > 1 else "Sessions No active sessions", walk.text)

    def test_who_changed_this_role(self):
        walk = self.walk("Who changed this role?", "mimi-supply")
        walk.follow("Audit log")
        self.assertRegex(walk.page, r'<option value="user.role_assigned"[^>]*>[^<]*Role changed')
        walk.go("/t/mimi-supply/audit?action=user.role_assigned")
        self.assertRegex(walk.text, r"Role changed user\.role_assigned .* Ada Admin role: customer (driver|partner)")

    def test_did_the_fix_work(self):
        walk = self.walk("Did the fix in 2.4.1 work?")
        walk.follow("Release 2.4.1 first seen")
        self.assertIn("A larger share of steps succeeds than in 2.4.0.", walk.text)

    def test_are_we_losing_telemetry(self):
        walk = self.walk("Are we losing telemetry?")
        # The first phones may not have reported yet.
        eventually(lambda: walk.get("/t/coachme/overview") and re.search(r"[1-9][\d,]* arrived in the last hour, 0 not stored\.", walk.text))

    def test_every_question_of_the_tour_is_asked_here(self):
        source = pathlib.Path(__file__).read_text()
        for question in re.findall(r"\n## (.+)\n", (ROOT / "docs/tour.md").read_text()):
            self.assertIn(f'self.walk("{question}"', source)


if __name__ == "__main__":
    unittest.main()
