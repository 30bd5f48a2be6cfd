"""The pages behind one-time links in a real browser: light and dark, wide and 390 px, in English and French, with axe on every page.
And pages of another origin, which call the APIs for apps from a real browser.

GATEHOUSE_SCREENSHOTS names a folder for pictures of every page.
"""

import http.server
import json
import threading
import time
import unittest
import uuid

from harness import HANGS_AFTER, PASSWORD, Gatehouse
from test_browser import Browser

LOOKS = [("light", 1280), ("dark", 1280), ("light", 390), ("dark", 390)]


class LinkPages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.gatehouse = cls.enterClassContext(Gatehouse())
        cls.gatehouse.start()
        cls.tenant = cls.gatehouse.new_tenant("coachme")
        cls.manage("PATCH", "/settings", {"redirect_urls": [f"http://{cls.gatehouse.address}/healthz"]})
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.driver.quit)

    @classmethod
    def manage(cls, method, path, body):
        answer = cls.gatehouse.manage(cls.tenant, method, path, body)
        assert answer.status < 300, answer
        return answer.json()

    def person(self, name):
        return self.manage("POST", "/users", {"email": f"{name}@a-rather-long-name-of-a-host.example.com", "name": name.title(), "role": "customer"})

    def open(self, person, purpose, **more):
        link = self.manage("POST", f"/users/{person['id']}/links", {"purpose": purpose, **more})
        self.url = f"http://{self.gatehouse.address}{link['url'][link['url'].index('/links/'):]}"
        self.browser.driver.get(self.url)

    def look(self, name):
        for look in LOOKS:
            self.browser.look(*look)
            self.browser.check(self, name, look)

    def speak(self, language):
        self.browser.driver.execute_cdp_cmd("Network.enable", {})
        self.browser.driver.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {"Accept-Language": language}})

    def test_a_password_is_chosen(self):
        ada = self.person("ada")
        self.open(ada, "reset_password")
        self.look("reset")

        self.browser.field("password").send_keys("password1")
        self.browser.press("Set the password")
        self.look("reset-refused")
        self.browser.field("password").send_keys("another horse battery")
        self.browser.press("Set the password")
        self.assertIn("is set", self.browser.text())
        self.look("reset-done")

        self.browser.driver.get(self.url)
        self.assertIn("has been used", self.browser.text())
        self.look("used")

    def test_an_address_is_confirmed(self):
        self.open(self.person("bob"), "verify_email")
        self.look("verify")
        self.browser.press("Yes, confirm it")
        self.look("verify-done")

    def test_an_address_is_changed(self):
        self.open(self.person("carl"), "change_email", email="charles@another-long-name-of-a-host.example.com")
        self.look("change")
        self.browser.press("Use")
        self.look("change-done")

    def test_the_pages_speak_french(self):
        self.speak("fr-FR")
        self.addCleanup(self.speak, "en")
        self.open(self.person("dora"), "reset_password")
        self.assertEqual(self.browser.driver.find_element("tag name", "html").get_attribute("lang"), "fr")
        self.look("reset-fr")
        self.browser.field("password").send_keys("short")
        self.browser.press("Enregistrer")
        self.look("reset-refused-fr")
        self.open(self.person("eve"), "verify_email")
        self.look("verify-fr")

    def test_a_sign_in_leads_back_to_the_app(self):
        app = f"http://{self.gatehouse.address}/healthz"
        self.open(self.person("fay"), "sign_in", return_to=app)
        self.look("sign-in")
        self.browser.press("Sign in")
        self.assertTrue(self.browser.driver.current_url.startswith(app), self.browser.driver.current_url)

    def test_what_is_no_link_says_so(self):
        self.browser.driver.get(f"http://{self.gatehouse.address}/links/gh_l_nothing")
        self.look("no-link")


class EmptyPage(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>An app</title>")

    def log_message(self, *_):
        pass


class OtherOrigin(unittest.TestCase):
    """A page of another origin, with the header fields that Sentry and OpenTelemetry add to each of its requests."""

    TRACING = {
        "traceparent": "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "tracestate": "vendor=1", "baggage": "sentry-environment=production",
        "sentry-trace": "4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-1"}

    @classmethod
    def setUpClass(cls):
        cls.gatehouse = cls.enterClassContext(Gatehouse())
        cls.gatehouse.start()
        cls.tenant = cls.gatehouse.new_tenant("coachme")
        cls.gatehouse.sign_up(cls.tenant, "ada@example.com")
        page = cls.enterClassContext(http.server.ThreadingHTTPServer(("127.0.0.1", 0), EmptyPage))
        threading.Thread(target=page.serve_forever, daemon=True).start()
        cls.addClassCleanup(page.shutdown)
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.driver.quit)
        cls.browser.driver.set_script_timeout(HANGS_AFTER)
        cls.browser.driver.get(f"http://127.0.0.1:{page.server_port}/")

    def fetch(self, path, body, headers, credentials="same-origin"):
        """What the page reads of the answer; an error when the browser keeps the request or the answer from it."""
        return self.browser.driver.execute_async_script(
            "const [url, body, headers, credentials, done] = arguments;"
            "fetch(url, {method: body === null ? 'GET' : 'POST', body, headers, credentials}).then("
            "async (answer) => done({status: answer.status, text: await answer.text(), token: answer.headers.get('set-auth-token'),"
            " request: answer.headers.get('x-request-id')}),"
            "(error) => done({error: String(error)}))",
            f"http://{self.gatehouse.address}{path}", body if body is None else json.dumps(body), {**self.TRACING, **headers}, credentials)

    def app(self, **headers):
        return {"apikey": self.tenant["publishable_key"], "Content-Type": "application/json", **headers}

    def test_a_page_signs_in_by_the_dialect_of_better_auth(self):
        answer = self.fetch("/api/auth/sign-in/email", {"email": "ada@example.com", "password": PASSWORD}, self.app())
        self.assertEqual(answer.get("status"), 200, answer)
        self.assertTrue(answer["token"].startswith("gh_s_") and answer["request"], answer)

        session = self.fetch("/api/auth/get-session", None, self.app(Authorization=f"Bearer {answer['token']}"))
        self.assertEqual(json.loads(session["text"])["user"]["email"], "ada@example.com")
        refused = self.fetch("/api/auth/sign-in/email", {"email": "ada@example.com", "password": "wrong horse"}, self.app())
        self.assertEqual((refused.get("status"), json.loads(refused["text"])["code"]), (401, "INVALID_EMAIL_OR_PASSWORD"))

    def test_a_page_signs_in_by_the_dialect_of_gotrue(self):
        answer = self.fetch("/auth/v1/token?grant_type=password", {"email": "ada@example.com", "password": PASSWORD}, self.app())
        self.assertEqual(answer.get("status"), 200, answer)
        self.assertTrue(json.loads(answer["text"])["refresh_token"])

    def test_a_page_delivers_events(self):
        event = {"id": str(uuid.uuid4()), "time": int(time.time() * 1000), "stage": "refresh", "outcome": "failed"}
        answer = self.fetch(
            "/ingest/v1/events", {"events": [event]},
            {"Authorization": f"Bearer {self.tenant['ingest_key']}", "Content-Type": "application/json"})
        self.assertEqual(answer.get("status"), 200, answer)
        self.assertEqual(json.loads(answer["text"])["accepted"], 1)

    def test_a_page_neither_gets_nor_sends_the_cookie(self):
        driver = self.browser.driver
        body = {"email": "ada@example.com", "password": PASSWORD}
        self.assertEqual(self.fetch("/api/auth/sign-in/email", body, self.app()).get("status"), 200)
        self.assertEqual(driver.get_cookies(), [])

        for path, body in [("/api/auth/sign-in/email", body), ("/api/auth/sign-out", {}), ("/api/auth/get-session", None)]:
            self.assertIn("error", self.fetch(path, body, self.app(), credentials="include"), path)
        self.assertEqual(driver.get_cookies(), [])


if __name__ == "__main__":
    unittest.main()
