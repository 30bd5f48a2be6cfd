"""Sign in with Apple over the built program, with the fake Apple as a program of its own beside it."""

import html
import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest
import urllib.parse
import urllib.request

from harness import HANGS_AFTER, PROGRAM, Gatehouse

FORM = "application/x-www-form-urlencoded"


class Apple(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="gatehouse-")
        self.addCleanup(folder.cleanup)
        process = subprocess.Popen(
            [PROGRAM, "fake-apple", "--folder", folder.name, "--json", "--client", "com.example.app", "--client", "com.example.web"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={"PATH": os.environ["PATH"], "SWIFT_BACKTRACE": "enable=no"})
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        self.apple = json.loads(process.stdout.readline())
        self.gatehouse = self.enterContext(Gatehouse(GATEHOUSE_APPLE_URL=self.apple["url"]))
        self.gatehouse.start()
        self.keys = self.gatehouse.new_tenant("acme")

    def connect(self, *clients, key=None):
        names = [argument for client in clients for argument in ("--client-id", client)]
        return self.gatehouse.command(
            "apple", "set", "--tenant", "acme", "--team", self.apple["team_id"], "--key", self.apple["key_id"], *names,
            "--web-client-id", clients[-1], "--p8-file", "-", "--json",
            stdin=key or pathlib.Path(self.apple["private_key_file"]).read_text())

    def management(self, method, path, body=None):
        return self.gatehouse.manage(self.keys, method, path, body)

    def test_the_command_tells_right_settings_from_wrong_ones(self):
        self.connect("com.example.app", "com.example.web")
        right = self.gatehouse.command("apple", "check", "--tenant", "acme", "--json")
        self.connect("com.example.none", "com.example.web")
        wrong = self.gatehouse.command("apple", "check", "--tenant", "acme", "--json", check=False)

        self.assertTrue(right["good"])
        self.assertEqual((wrong.returncode, json.loads(wrong.stdout)["suspects"]), (1, ["client_id"]))
        self.assertEqual(self.management("GET", "/apple").json()["trouble"]["client_id"], "com.example.none")
        shown = self.gatehouse.command("apple", "show", "--tenant", "acme")
        self.assertIn("com.example.none", shown)
        self.assertNotIn("PRIVATE", shown)

    def test_a_browser_goes_to_apple_and_comes_back_signed_in_and_leaves_for_good(self):
        self.connect("com.example.app", "com.example.web")
        self.assertEqual(self.management("PATCH", "/settings", {"methods": ["apple"]}).status, 200)
        key = {"apikey": self.keys["publishable_key"]}
        begun = self.gatehouse.call("POST", "/api/auth/sign-in/social", {"provider": "apple", "callbackURL": "/home"}, key)
        cookie = begun.headers["Set-Cookie"].split(";")[0]
        target, fields = self.press(begun.json()["url"])

        done = self.post_form(target, fields, cookie)
        again = self.post_form(target, fields, cookie)

        self.assertEqual((done.status, done.headers["Location"]), (303, "/home"))
        self.assertEqual((again.status, again.json()["code"]), (400, "apple_flow_unknown"))
        session = re.search(r"better-auth\.session_token=[^;]+", str(done.headers)).group(0)
        user = self.gatehouse.call("GET", "/api/auth/get-session", headers={**key, "Cookie": session}).json()["user"]
        self.assertEqual((user["name"], user["email"]), ("Ada Lovelace", "ada@example.com"))

        self.assertEqual(self.management("DELETE", f"/users/{user['id']}").status, 204)
        self.assertEqual(self.management("GET", "/apple").json()["revocations"]["waiting"], 1)

    def test_what_apple_did_not_sign_is_refused(self):
        self.connect("com.example.web")

        for body in [{}, {"payload": "a.b.c"}]:
            answer = self.gatehouse.call("POST", "/t/acme/apple/notifications", body)
            self.assertEqual((answer.status, answer.json()["code"]), (400, "invalid_notification"))

    def press(self, address):
        """Presses the button on the page of the fake Apple. Returns what the browser would post, and where to."""
        page = urllib.request.urlopen(address, timeout=HANGS_AFTER).read().decode()
        fields = self.fields(page) + [
            ("email", "ada@example.com"), ("first_name", "Ada"), ("last_name", "Lovelace"), ("decision", "continue")]
        action = urllib.parse.urljoin(address, self.action(page))
        answer = urllib.request.urlopen(action, urllib.parse.urlencode(fields).encode(), timeout=HANGS_AFTER).read().decode()
        return self.action(answer), self.fields(answer)

    @staticmethod
    def action(page):
        return html.unescape(re.search(r'<form[^>]*action="([^"]*)"', page).group(1))

    @staticmethod
    def fields(page):
        inputs = [tag for tag in re.findall(r"<input[^>]*>", page) if 'type="hidden"' in tag]
        return [tuple(html.unescape(re.search(f'{part}="([^"]*)"', tag).group(1)) for part in ("name", "value")) for tag in inputs]

    def post_form(self, address, fields, cookie):
        path = urllib.parse.urlsplit(address).path
        return self.gatehouse.call(
            "POST", path, urllib.parse.urlencode(fields), {"Content-Type": FORM, "Cookie": cookie, "Origin": self.apple["url"]})


if __name__ == "__main__":
    unittest.main()
