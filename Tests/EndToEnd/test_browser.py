"""An administrator at work in a real browser: light and dark, wide and 390 px, with axe on every page.

Needs Chromium with its driver, and the packages selenium and axe-core-python.
GATEHOUSE_SCREENSHOTS names a folder for pictures of every page, GATEHOUSE_BROWSER_LOOKS some of the themes and widths.
"""

import base64
import hashlib
import hmac
import itertools
import os
import pathlib
import re
import struct
import time
import unittest
import urllib.parse
import uuid

import axe_core_python
from selenium import webdriver
from selenium.common.exceptions import NoSuchElementException, StaleElementReferenceException
from selenium.webdriver import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.ui import Select, WebDriverWait

from harness import HANGS_AFTER, PASSWORD, Gatehouse

AXE = (pathlib.Path(axe_core_python.__file__).parent / "axe.min.js").read_text()
SCREENSHOTS = os.environ.get("GATEHOUSE_SCREENSHOTS")
# In which themes and widths each page is looked at; GATEHOUSE_BROWSER_LOOKS=light-1360 chooses some.
LOOKS = [
    look for look in itertools.product(["light", "dark"], [1360, 390])
    if f"{look[0]}-{look[1]}" in os.environ.get("GATEHOUSE_BROWSER_LOOKS", "light-1360 light-390 dark-1360 dark-390").split()]
MATRIX = pathlib.Path(__file__).parents[1] / "WebTests/Access/matrix.txt"


def pages():
    """The pages of a tenant that an administrator may open, by the access matrix; those with an id in their path are opened in
    `work`, and the page of a release needs its version."""
    for block in MATRIX.read_text().split("\n\n"):
        found = re.match(r"GET /t/\{tenant\}/([^{\s]+) \[console,.*\n +own +(.*)", block)
        if found and found[2].split()[-2] == "200" and found[1] != "releases/release":
            yield found[1]


# Pages with a query, or with something in their path that each installation has.
VARIANTS = [
    "overview?range=7d", "events?by=app_version&range=7d", "events?outcome=failed&compare=others", "events?compare=before",
    "views?q=outcome:failed", "failures?tab=all&period=30d", "failures?q=platform:ios", "attempts?q=outcome:failed&release=2.2.0", "releases/release?version=2.1.0", "codes/keychain.locked", "roles/admin",
    "events/deletion?user=app-user-17", "events/deletion?user=%5Bphone%5D",
]
PAGES = [*pages(), *VARIANTS]
assert len(PAGES) > 30, "the matrix is not read"


def totp(seed, steps=0):
    """The code that an authenticator app shows (RFC 6238)."""
    counter = struct.pack(">Q", int(time.time()) // 30 + steps)
    code = hmac.new(base64.b32decode(seed), counter, hashlib.sha1).digest()
    start = code[-1] & 15
    return f"{(struct.unpack('>I', code[start:start + 4])[0] & 0x7FFFFFFF) % 1_000_000:06}"


class Browser:
    def __init__(self):
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--lang=en"]:
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
        self.driver.set_page_load_timeout(HANGS_AFTER)

    def look(self, theme, width):
        self.driver.execute_cdp_cmd(
            "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": theme}]})
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 500})

    def field(self, name):
        return self.driver.find_element(By.CSS_SELECTOR, f"main [name='{name}']")

    def press(self, text):
        """Presses the button or follows the link of the page with this text, and waits for the next page."""
        old = self.driver.find_element(By.TAG_NAME, "html")
        xpath = f"//main//*[self::a or self::button][contains(normalize-space(.), '{text}')]"
        element = self.driver.find_element(By.XPATH, xpath)
        self.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", element)
        element.click()
        self.until(lambda d: self.is_gone(old))

    def until(self, condition):
        """Waits for a condition; while one page makes way for the next, its elements may be gone."""
        gone = [NoSuchElementException, StaleElementReferenceException]
        WebDriverWait(self.driver, HANGS_AFTER, ignored_exceptions=gone).until(condition)

    def wait(self, text):
        """Waits for a page that says so."""
        self.until(lambda d: text in d.find_element(By.TAG_NAME, "body").text)

    @staticmethod
    def is_gone(element):
        try:
            element.is_enabled()
            return False
        except Exception:
            return True

    def text(self):
        return self.driver.find_element(By.TAG_NAME, "main").text

    def check(self, case, name, look, axe=True):
        """What must be so on every page."""
        driver = self.driver
        if SCREENSHOTS:
            size = driver.execute_script("return [document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
            picture = driver.execute_cdp_cmd("Page.captureScreenshot", {
                "captureBeyondViewport": True,
                "clip": {"x": 0, "y": 0, "width": look[1], "height": min(size[1], 4000), "scale": 1}})
            folder = pathlib.Path(SCREENSHOTS)
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{name}-{look[0]}-{look[1]}.png").write_bytes(base64.b64decode(picture["data"]))
        overflow = driver.execute_script("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
        case.assertLessEqual(overflow, 0, f"{name} at {look}: the page scrolls sideways, by {self.too_wide()}")
        if axe:
            self.check_accessibility(case, name, look)
        severe = [e for e in driver.get_log("browser") if e["level"] == "SEVERE" and "favicon" not in e["message"]
                  and "422" not in e["message"] and "409" not in e["message"] and "401" not in e["message"] and "404" not in e["message"]
                  and "410" not in e["message"]]
        case.assertEqual(severe, [], f"{name} at {look}")

    def too_wide(self):
        """The first elements that reach beyond the right edge of the page."""
        return self.driver.execute_script(
            "const edge = document.documentElement.clientWidth;"
            "return [...document.querySelectorAll('main *')].filter((e) => e.getBoundingClientRect().right > edge)"
            ".slice(0, 8).map((e) => e.outerHTML.slice(0, 120))")

    def check_accessibility(self, case, name, look):
        driver = self.driver
        driver.execute_script(AXE)
        found = driver.execute_async_script(
            "const done = arguments[arguments.length - 1];"
            "axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']}).then(done)")
        wrong = [(v["id"], [n["html"][:200] for n in v["nodes"][:3]]) for v in found["violations"]]
        case.assertEqual(wrong, [], f"{name} at {look}")


class Work(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.gatehouse = Gatehouse()
        cls.gatehouse.start()
        cls.addClassCleanup(cls.gatehouse.__exit__)
        cls.tenant = cls.gatehouse.new_tenant("acme")
        cls.gatehouse.new_tenant("globex")
        for email, scope in [("ada@acme.example", ["--tenant", "acme", "--role", "admin"]), ("olga@example.com", ["--operator"])]:
            cls.gatehouse.command(
                "admin", "create", "--email", email, "--name", email.split("@")[0].title() + " Lovelace", *scope, "--password-stdin",
                "--json", stdin=PASSWORD)
        cls.karl = cls.gatehouse.sign_up(cls.tenant, "karl@acme.example")
        for number in range(30):
            cls.gatehouse.sign_up(cls.tenant, f"person{number}@acme.example", f"203.0.113.{number // 5 + 10}")
        cls.post_events()
        cls.decide()
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.driver.quit)

    @classmethod
    def post_events(cls):
        now = int(time.time() * 1000)
        events = []
        for number in range(120):
            failed = number % 4 == 0
            event = {
                "id": str(uuid.uuid4()), "time": now - number * 130_000, "stage": ["token-exchange", "session-store", "refresh"][number % 3],
                "outcome": ["failed", "success", "cancelled", "rejected"][number % 4], "app_version": f"2.{number % 3}.0", "platform": "ios",
                "os_version": "18.2", "device_model": "iPhone16,1", "environment": "production", "user_id": cls.karl["user"]["id"],
                "trace_id": uuid.uuid5(uuid.NAMESPACE_URL, str(number // 3)).hex, "network": "wifi"}
            if failed:
                event["error"] = {
                    "domain": "NSOSStatusErrorDomain", "code": -25308, "message": "<b>interaction</b> not allowed \u202e evil",
                    "chain": [{"domain": "AKAuthenticationError", "code": -7026, "message": "no entitlement"}]}
            if number % 20 == 8:
                event["error"] = {"domain": "Acme.<i>Backend</i>", "code": 17, "message": "No classifier knows this."}
            events.append(event)
        answer = cls.gatehouse.call(
            "POST", "/ingest/v1/events", {"events": events}, {"Authorization": f"Bearer {cls.tenant['ingest_key']}"})
        assert answer.status == 200 and answer.json()["accepted"] == len(events), answer

    @classmethod
    def decide(cls):
        """A failure with a comment and a history, a view, a rule and a runbook."""
        def manage(method, path, body):
            answer = cls.gatehouse.manage(cls.tenant, method, path, body)
            assert answer.status in (200, 201), answer
            return answer.json()

        cls.failures = [failure["id"] for failure in cls.gatehouse.everything(cls.tenant, "/failures")]
        failure = f"/failures/{cls.failures[0]}"
        manage("POST", f"{failure}/comments", {"text": "Only with <b>2.1.0</b>.\nAsk the iOS team."})
        manage("POST", f"{failure}/changes", {"action": "resolve_in_release", "release": "2.9.0", "version": 0})
        manage("POST", f"{failure}/changes", {"action": "reopen", "version": 1})
        manage("POST", "/cause-rules", {"domain": "Acme.Old*", "treat_as": "net.timeout"})
        manage("PUT", "/codes/keychain.locked/note", {"runbook": "https://wiki.example/keychain", "note": "Ask the iOS team."})

    def go(self, path):
        self.browser.driver.get(f"http://{self.gatehouse.address}{path}")

    def sign_in(self, email):
        self.browser.driver.delete_all_cookies()
        self.go("/sign-in")
        self.browser.field("email").send_keys(email)
        self.browser.field("password").send_keys(PASSWORD)
        self.browser.press("Sign in")
        self.assertNotIn("/sign-in", self.browser.driver.current_url, self.browser.text())

    def test_1_an_administrator_does_the_day_s_work(self):
        for number, look in enumerate(LOOKS):
            with self.subTest(look):
                self.work(look, f"grace{number}@acme.example")

    def work(self, look, email):
        browser, driver = self.browser, self.browser.driver
        browser.look(*look)
        self.go("/sign-in")
        browser.check(self, "sign-in", look)
        self.sign_in("ada@acme.example")

        self.go("/t/acme/users")
        browser.check(self, "users", look)
        browser.press("Create user")
        browser.check(self, "user-new", look)
        browser.field("name").send_keys("Grace Hopper")
        browser.field("email").send_keys("no address")
        driver.execute_script("document.querySelector('main form').noValidate = true")
        browser.field("email").send_keys(Keys.ENTER)
        browser.until(lambda d: "not an email address" in browser.text())
        self.assertEqual(browser.field("name").get_attribute("value"), "Grace Hopper", "what was typed is lost")
        browser.check(self, "user-new-wrong", look)
        browser.field("email").clear()
        browser.field("email").send_keys(email)
        browser.field("password").send_keys(PASSWORD)
        Select(browser.field("role")).select_by_value("driver")
        driver.execute_script("document.querySelector('main form').requestSubmit()")
        browser.until(lambda d: "Grace Hopper" in browser.text() and "/users/" in d.current_url)
        grace = driver.current_url.split("?")[0]
        browser.check(self, "user", look)

        Select(browser.field("role")).select_by_value("partner")
        browser.press("Change role")
        self.assertIn("Partner", browser.text())

        token = self.gatehouse.sign_in(self.tenant, email, f"203.0.113.{200 + look[1] % 7}")["token"]
        self.assertIsNotNone(self.gatehouse.session(self.tenant, token))
        driver.get(grace)
        browser.check(self, "user-with-session", look)
        browser.press("End all sessions")
        browser.check(self, "confirmation", look)
        browser.driver.find_element(By.CSS_SELECTOR, "main form button").click()
        browser.until(lambda d: d.current_url.split("?")[0] == grace)
        self.assertIsNone(self.gatehouse.session(self.tenant, token), "the session is alive")

        for name in PAGES:
            self.go(f"/t/acme/{name}")
            status = driver.execute_script("return performance.getEntriesByType('navigation')[0].responseStatus")
            self.assertEqual(status, 200, name)
            browser.check(self, name.replace("/", "-"), look)
        self.rows_are_close(look)
        self.queries_are_completed(look)
        self.errors_are_triaged(look)
        self.settings_are_kept(look)
        for name, path in {
                "second-factor-new": "/account/second-factor", "proof": "/proof?to=/t/acme/users", "codes": "/help/codes",
                "code": "/help/codes/keychain.locked"}.items():
            self.go(path)
            browser.check(self, name, look)
        self.go("/t/acme/events?outcome=failed&q=interaction")
        event = next(
            link.get_attribute("href") for link in driver.find_elements(By.CSS_SELECTOR, "main table a")
            if "/events/" in (link.get_attribute("href") or ""))
        driver.get(event)
        self.assertIn("NSOSStatusErrorDomain", browser.text())
        self.assertIn("<b>interaction</b> not allowed \\u{202E} evil", browser.text())
        browser.check(self, "event", look)
        self.go("/t/acme/users?q=nobody-like-this")
        browser.check(self, "users-empty", look)
        self.go("/t/acme/nothing")
        browser.check(self, "not-found", look)
        self.go("/t/globex/users")
        self.assertNotIn("globex.example", browser.text())
        self.live_events_arrive(look)
        if look == LOOKS[0]:
            self.typing_stops_the_reload()

    def rows_are_close(self, look):
        """A log shows rows before anyone scrolls."""
        driver, width = self.browser.driver, look[1]
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": 844 if width < 500 else 900, "deviceScaleFactor": 1, "mobile": width < 500})
        self.go("/t/acme/events")
        rows = driver.execute_script(
            "return [...document.querySelectorAll('.table--log tbody tr:not(.table__group)')]"
            ".filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length")
        self.assertGreaterEqual(rows, 4 if width < 500 else 14, look)
        self.browser.look(*look)

    def queries_are_completed(self, look):
        """The keyboard takes what is proposed for a query; Enter without a choice searches."""
        browser, driver = self.browser, self.browser.driver

        def proposed():
            return [option.text.split("\n")[0] for option in driver.find_elements(By.CSS_SELECTOR, "#completions [role=option]")]

        self.go("/t/acme/events")
        field = browser.field("q")
        field.send_keys("out")
        browser.until(lambda d: proposed() == ["outcome:"])
        self.assertEqual(field.get_attribute("aria-expanded"), "true")
        edges = driver.execute_script(
            "const edges = document.getElementById('completions').getBoundingClientRect();"
            "return [edges.left, edges.right, document.documentElement.clientWidth]")
        self.assertTrue(0 <= edges[0] < edges[1] <= edges[2], f"the list at {look} is cut off: {edges}")
        field.send_keys(Keys.ARROW_DOWN)
        self.assertEqual(field.get_attribute("aria-activedescendant"), "completion-0")
        browser.check(self, "events-completion", look)
        field.send_keys(Keys.ENTER)
        self.assertEqual(field.get_attribute("value"), "outcome:")
        browser.until(lambda d: "failed" in proposed())
        field.send_keys("fa")
        browser.until(lambda d: proposed() == ["failed"])
        driver.find_element(By.CSS_SELECTOR, "#completions [role=option]").click()
        self.assertEqual(field.get_attribute("value"), "outcome:failed")
        self.assertEqual(field.get_attribute("aria-expanded"), "false")
        field.send_keys(" re")
        browser.until(lambda d: "release:" in proposed())
        field.send_keys(Keys.ESCAPE)
        self.assertEqual((proposed(), field.get_attribute("value")), ([], "outcome:failed re"))
        field.send_keys(Keys.BACKSPACE * 3, Keys.ENTER)
        browser.until(lambda d: "q=outcome" in d.current_url and browser.field("q").get_attribute("value") == "outcome:failed")

    def typing_stops_the_reload(self):
        """A list that reloads itself keeps what someone types, and goes on when it was deleted again."""
        driver = self.browser.driver
        self.go("/t/acme/events?refresh=5")
        page = driver.find_element(By.TAG_NAME, "html")
        field = self.browser.field("q")
        field.send_keys("outcome:")
        driver.execute_script("arguments[0].blur()", field)
        self.assertEqual(field.get_attribute("value"), "outcome:")
        time.sleep(7)
        self.assertFalse(self.browser.is_gone(page), "the page was loaded again while someone was typing")
        self.assertEqual(field.get_attribute("value"), "outcome:")
        field.clear()
        driver.execute_script("document.activeElement.blur()")
        self.browser.until(lambda d: self.browser.is_gone(page))
        page = driver.find_element(By.TAG_NAME, "html")
        driver.execute_script("document.querySelector('main a').focus()")
        time.sleep(7)
        self.assertFalse(self.browser.is_gone(page), "the page was loaded again under the focus of the keyboard")

    def live_events_arrive(self, look):
        """Events appear as they arrive, and those of a pause when it ends."""
        driver = self.browser.driver
        # The test can then send messages that the server sends rarely.
        added = driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": (
            "{ const Source = EventSource; window.EventSource = class extends Source {"
            " constructor(address) { super(address); window.stream = this; } }; }")})
        self.go("/t/acme/events/live")
        self.browser.wait("Connected.")
        self.assertNotIn("Without JavaScript", self.browser.text())
        toggle = driver.find_element(By.ID, "tail-toggle")
        # In the first pause the page has no event yet from which it could go on.
        for message in ["in the first pause", "in the second pause"]:
            toggle.click()
            self.browser.wait("Paused.")
            self.deliver_live(message)
            toggle.click()
            self.browser.wait(message)
        self.deliver_live("<b>live</b> \u202e evil")
        self.browser.wait("<b>live</b> \\u{202E} evil")
        for message in ["in the first pause", "in the second pause"]:
            self.assertEqual(self.browser.text().count(message), 1)
        for count, text in [
                (7, "too many came at once: 7"), (1200, "too many came at once: 1,207"), (None, "Some events were left out because too many")]:
            driver.execute_script(
                "window.stream.dispatchEvent(new MessageEvent('dropped', {data: JSON.stringify(arguments[0])}))",
                {"count": count, "reason": "rate_limit"})
            self.browser.wait(text)
        self.browser.check(self, "events-live-rows", look)
        driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)

    def deliver_live(self, message):
        error = {"domain": "NSOSStatusErrorDomain", "code": -25308, "message": message}
        answer = self.gatehouse.call(
            "POST", "/ingest/v1/events", {"events": [
                {"id": str(uuid.uuid4()), "time": int(time.time() * 1000), "stage": "session-store", "outcome": "failed",
                 "app_version": "2.4.1", "platform": "ios", "os_version": "18.2", "device_model": "iPhone17,3", "error": error}]},
            {"Authorization": f"Bearer {self.tenant['ingest_key']}"})
        self.assertEqual(answer.json()["accepted"], 1, answer)

    def errors_are_triaged(self, look):
        browser = self.browser
        self.go("/t/acme/error-codes?domain=Acme.Backend&code=17#rule")
        browser.check(self, "error-codes-rule", look)
        self.go("/t/acme/events?q=outcome:failed+stage:nosuch")
        self.assertIn("is not a value of stage", browser.text())
        browser.check(self, "events-wrong", look)
        self.go(f"/t/acme/attempts/{uuid.uuid5(uuid.NAMESPACE_URL, '1').hex}")
        browser.check(self, "attempt", look)
        for place, failure in enumerate(self.failures):
            self.go(f"/t/acme/failures/{failure}")
            browser.check(self, f"failure-{place}", look)
        self.go(f"/t/acme/failures/{self.failures[0]}/still-out")
        browser.check(self, "still-out", look)
        failure = f"/t/acme/failures/{self.failures[0]}"
        self.go(failure)
        self.assertIn("Only with <b>2.1.0</b>.", browser.text())
        browser.field("release").send_keys("latest", Keys.ENTER)
        browser.wait("Enter a version, like 2.4.1.")
        browser.check(self, "failure-wrong", look)
        self.go("/t/acme/views?q=outcome:failed")
        browser.field("view_name").send_keys(f"Failed {look[0]} {look[1]}")
        browser.press("Save")
        browser.check(self, "views-saved", look)

    def settings_are_kept(self, look):
        browser, driver = self.browser, self.browser.driver
        self.go("/t/acme/settings/sessions")
        browser.field("idle").clear()
        browser.field("idle").send_keys("3000")
        browser.press("Save")
        self.assertIn("Choose from 5 minutes to 365 days.", browser.text())
        browser.check(self, "settings-sessions-wrong", look)
        browser.field("idle").clear()
        browser.field("idle").send_keys("21")
        browser.press("Save")
        self.assertIn("after 21 days of inactivity", browser.text())

        self.go("/t/acme/settings")
        other = self.gatehouse.manage(self.tenant, "PATCH", "/settings", {"sign_up": "closed" if look[0] == "light" else "invited"})
        self.assertEqual(other.status, 200, other)
        driver.execute_script("document.querySelector('main form').requestSubmit()")
        browser.until(lambda d: "Someone else changed the settings" in browser.text())
        browser.check(self, "settings-conflict", look)
        browser.press("Save")
        self.assertIn("Settings saved", browser.text())
        self.assertIn("Anyone can sign up.", browser.text())

    def test_2_an_operator_looks_after_tenants(self):
        for look in LOOKS:
            with self.subTest(look):
                self.browser.look(*look)
                self.sign_in("olga@example.com")
                self.go("/tenants")
                self.browser.check(self, "tenants", look)
                self.go("/tenants/new")
                self.browser.check(self, "tenant-new", look)
                self.go("/tenants/acme")
                self.browser.check(self, "tenant", look)
                self.go("/t/globex/events")
                self.browser.check(self, "events-empty", look)

    def test_4_long_words_break_no_page(self):
        """Texts without a place to break, as long as each may be."""
        person, telemetry, role = self.fill_with_long_words()
        pages = {name: f"/t/long/{name}" for name in ["overview", "users", "sessions", "events", "failures", "attempts", "releases", "changes", "error-codes", "audit", "keys", "roles", "roles/new", "users/new",
                                                    "settings", "settings/texts", "settings/new-people", "members"]}
        pages |= {
            "user": f"/t/long/users/{person}", "user-edit": f"/t/long/users/{person}/edit", **telemetry,
            "user-deletion": f"/t/long/users/{person}/deletion", "role": f"/t/long/roles/{role}", "role-edit": f"/t/long/roles/{role}/edit",
            "role-deletion": f"/t/long/roles/{role}/deletion", "find": "/t/long/find?q=" + "W" * 200, "not-found": "/t/long/" + "w" * 200,
            "users-filtered": "/t/long/users?q=" + "W" * 200, "tenant": "/tenants/long", "tenants": "/tenants"}
        for width in [1280, 390]:
            self.browser.look("light", width)
            self.sign_in("olga@example.com")
            for name, path in pages.items():
                with self.subTest(page=name, width=width):
                    self.go(path)
                    self.browser.check(self, "long-" + name.replace("/", "-"), ("light", width))

    def fill_with_long_words(self):
        gatehouse = self.gatehouse
        tenant = gatehouse.command("tenant", "create", "long", "--name", "T" * 100, "--json")
        role = "r" * 40
        made = gatehouse.manage(
            tenant, "POST", "/roles", {"name": role, "title": "W" * 60, "rank": 5, "permissions": ["console.enter", "users.read"]})
        assert made.status == 201, made
        email = "e" * 60 + "@" + ".".join(["d" * 60] * 3) + ".example"
        made = gatehouse.manage(
            tenant, "POST", "/users", {"name": "W" * 200, "email": email, "role": role, "password": PASSWORD})
        assert made.status == 201, made
        person = made.json()["id"]
        made = gatehouse.manage(tenant, "PATCH", "/settings", {
            "texts": [{"code": "c" * 80, "language": "fr", "text": "T" * 500}],
            "default_attributes": [{"name": "n" * 64, "value": "v" * 200}]})
        assert made.status == 200, made
        made = gatehouse.manage(tenant, "POST", "/keys", {"name": "K" * 100, "kind": "ingest"})
        assert made.status == 201, made
        signed_in = gatehouse.call(
            "POST", "/api/auth/sign-in", {"email": email, "password": PASSWORD},
            {"apikey": tenant["publishable_key"], "X-Forwarded-For": "2001:db8:1111:2222:3333:4444:5555:6666", "User-Agent": "U" * 300,
             "x-device-name": "D" * 100, "x-device-model": "M" * 60, "x-os-version": "O" * 60, "x-app-version": "9" * 30})
        assert signed_in.status == 200, signed_in
        answer = gatehouse.call(
            "POST", "/ingest/v1/events", {"events": [{
                "id": str(uuid.uuid4()), "time": int(time.time() * 1000), "stage": "token-exchange", "outcome": "failed", "platform": "ios",
                "app_version": "9" * 30, "os_version": "8" * 30, "device_model": "M" * 60, "environment": "v" * 30, "user_id": person,
                "trace_id": uuid.uuid4().hex, "network": "n" * 30, "message": "m" * 500, "a" * 60: "v" * 1000,
                "error": {"domain": "D" * 100, "code": -7026, "message": "x" * 500,
                          "chain": [{"domain": "C" * 100, "code": -7022, "message": "y" * 500}]}}]},
            {"Authorization": f"Bearer {tenant['ingest_key']}"})
        assert answer.status == 200 and answer.json()["accepted"] == 1, answer
        event = gatehouse.everything(tenant, "/events?source=client")[0]
        failure = gatehouse.everything(tenant, "/failures")[0]["id"]
        written = gatehouse.manage(tenant, "POST", f"/failures/{failure}/comments", {"text": "c" * 1000})
        assert written.status == 200, written
        pages = {
            "event": f"/t/long/events/{event['reference']}", "attempt": f"/t/long/attempts/{event['attempt']}",
            "failure": f"/t/long/failures/{failure}", "out": f"/t/long/failures/{failure}/still-out",
            "release": f"/t/long/releases/release?version={'9' * 30}"}
        return person, pages, role

    def test_5_a_second_factor_is_needed_and_then_asked_for(self):
        with Gatehouse(GATEHOUSE_CONSOLE_SECOND_FACTOR="required") as gatehouse:
            gatehouse.start()
            gatehouse.new_tenant("acme")
            for number, look in enumerate(LOOKS):
                with self.subTest(look):
                    self.second_factor(gatehouse, f"ada{number}@acme.example", look)

    def second_factor(self, gatehouse, email, look):
        browser, driver = self.browser, self.browser.driver
        gatehouse.command(
            "admin", "create", "--email", email, "--name", "Ada Lovelace", "--tenant", "acme", "--role", "admin", "--password-stdin",
            "--json", stdin=PASSWORD)
        browser.look(*look)
        address = f"http://{gatehouse.address}"

        def give_password():
            driver.delete_all_cookies()
            driver.get(f"{address}/sign-in")
            browser.field("email").send_keys(email)
            browser.field("password").send_keys(PASSWORD)
            browser.press("Sign in")

        give_password()
        self.assertIn("Set up two-factor authentication", browser.text())
        browser.check(self, "second-factor-needed", look)
        driver.get(f"{address}/t/acme/users")
        self.assertIn("/account/second-factor", driver.current_url)
        seed = urllib.parse.parse_qs(urllib.parse.urlparse(
            driver.find_element(By.CSS_SELECTOR, "main a[href^='otpauth:']").get_attribute("href")).query)["secret"][0]
        # The step before this one, so that this one's code is unused; it expires when the next step of 30 s begins.
        if time.time() % 30 > 25:
            time.sleep(30 - time.time() % 30)
        browser.field("code").send_keys(totp(seed, -1))
        browser.press("Turn on")
        codes = browser.text().split()
        recovery = [word for word in codes if re.fullmatch(r"[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}", word)]
        self.assertEqual(len(recovery), 10, browser.text())
        browser.check(self, "recovery-codes", look)
        browser.press("I’ve saved them")
        self.assertIn("/t/acme/users", driver.current_url)
        driver.get(f"{address}/account/second-factor")
        browser.check(self, "second-factor", look)

        give_password()
        browser.check(self, "code", look)
        browser.field("code").send_keys("000000")
        browser.press("Sign in")
        self.assertIn("This code is wrong.", browser.text())
        browser.check(self, "code-wrong", look)
        browser.field("code").send_keys(totp(seed))
        browser.press("Sign in")
        self.assertIn("/t/acme/", driver.current_url)

        give_password()
        browser.field("code").send_keys(recovery[0])
        browser.press("Sign in")
        self.assertIn("/t/acme/", driver.current_url)

    def choose_french(self):
        """Changes the language in the account menu."""
        driver = self.browser.driver
        driver.find_element(By.CSS_SELECTOR, "header details:has(button[name='language']) > summary").click()
        driver.find_element(By.CSS_SELECTOR, "button[name='language'][value='fr']").click()
        self.browser.until(lambda d: d.find_elements(By.CSS_SELECTOR, "html[lang=fr]"))

    def pages(self, start):
        """The paths of all pages that links and forms with GET lead to, one for each pattern of ids."""
        driver, found, left = self.browser.driver, {}, [start]
        while left and len(found) < 80:
            path = left.pop(0)
            pattern = re.sub(r"(?:[0-9]+-)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}", "id", path)
            pattern = re.sub(r"(?<=/codes/).+", "code", pattern)
            if pattern in found:
                continue
            found[pattern] = path
            self.go(path)
            left += driver.execute_script(
                "return [...document.querySelectorAll('main a[href^=\"/\"], header a[href^=\"/\"], nav a[href^=\"/\"]')]"
                ".map((link) => link.getAttribute('href').split(/[?#]/)[0])")
        return found

    def test_6_every_page_is_in_french_when_the_user_chose_that(self):
        driver = self.browser.driver
        self.browser.look("light", 1360)
        for email, start in [("ada@acme.example", "/t/acme/users"), ("olga@example.com", "/tenants")]:
            self.sign_in(email)
            self.go(start)
            self.choose_french()
            pages = self.pages(start)
            self.assertGreater(len(pages), 20 if "acme" in start else 3, pages)
            pages["absent"] = "/t/acme/absent"
            for look in [("light", 1360), ("dark", 390)]:
                self.browser.look(*look)
                for pattern, path in pages.items():
                    with self.subTest(page=pattern, look=look):
                        self.go(path)
                        self.assertEqual(driver.find_element(By.TAG_NAME, "html").get_attribute("lang"), "fr")
                        self.browser.check(self, "fr" + pattern.replace("/", "-"), look, axe=look[0] == "light")
            self.browser.look("light", 1360)

    def test_3_the_keyboard_alone_is_enough_to_sign_in(self):
        self.browser.look("light", 1360)
        self.browser.driver.delete_all_cookies()
        self.go("/sign-in")
        ActionChains(self.browser.driver).send_keys("ada@acme.example", Keys.TAB, PASSWORD, Keys.ENTER).perform()
        self.browser.until(lambda d: "/t/acme/" in d.current_url)


if __name__ == "__main__":
    unittest.main(verbosity=2)
