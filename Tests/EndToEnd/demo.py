"""A running `gatehouse demo`, and a browser without script."""

import html
import http.cookiejar
import os
import re
import subprocess
import urllib.parse
import urllib.request

from harness import HANGS_AFTER, PROGRAM, ROOT

PASSWORD = "open the gate"


def start(folder, *arguments, **environment):
    """A process that makes its temporary folder in `folder`."""
    return subprocess.Popen(
        [PROGRAM, "demo", "--listen", "127.0.0.1:0", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=folder,
        env={"PATH": os.environ["PATH"], "TMPDIR": str(folder), "GATEHOUSE_ASSETS": str(ROOT), "SWIFT_BACKTRACE": "enable=no", **environment})


def address(process):
    """The address that it prints once it serves."""
    for line in process.stdout:
        if found := re.search(r"http://127\.0\.0\.1:\d+", line):
            return found.group()
    raise AssertionError(f"it ended with {process.wait()}: {process.stderr.read()[-2000:]}")


class Console:
    """The pages of the console, read without script: what they say, and where their links and forms lead."""

    def __init__(self, address):
        self.address = address
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
        self.page = ""

    def get(self, path):
        return self._open(urllib.request.Request(urllib.parse.urljoin(self.address, path)))

    def _open(self, request):
        with self.opener.open(request, timeout=HANGS_AFTER) as answer:
            self.page = answer.read().decode()
        return self.page

    def post(self, path, fields):
        form = urllib.parse.urlencode(fields).encode()
        return self._open(urllib.request.Request(urllib.parse.urljoin(self.address, path), form, {"Sec-Fetch-Site": "same-origin"}))

    def sign_in(self, email, tenant=""):
        csrf = re.search(r'name="csrf" value="([^"]+)"', self.get("/sign-in")).group(1)
        return self.post("/sign-in", {"csrf": csrf, "email": email, "password": PASSWORD, "tenant": tenant})

    @property
    def text(self):
        """What a reader sees of the page's own part."""
        main = self.page[self.page.index("<main"):self.page.index("</main>")]
        return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", main)).split())

    def follow(self, text):
        """Follows the first link with this text, or else the first one whose text begins so."""
        links = [
            (html.unescape(target), html.unescape(re.sub(r"<[^>]+>", "", shown)).strip())
            for target, shown in re.findall(r'<a [^>]*href="([^"]+)"[^>]*>(.*?)</a>', self.page, re.S)]
        for fits in (text.__eq__, lambda shown: shown.startswith(text)):
            for target, shown in links:
                if fits(shown):
                    return self.get(target)
        raise AssertionError(f"no link says {text!r} on a page that says: {self.text[:600]}")

    def press(self, text):
        """Sends the form of the first button that says so."""
        for form in re.findall(r"<form .*?</form>", self.page, re.S):
            if re.search(rf"<button[^>]*>\s*{re.escape(text)}", form):
                fields = dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', form))
                target = re.search(r'action="([^"]+)"', form).group(1)
                return self.post(html.unescape(target), {name: html.unescape(value) for name, value in fields.items()})
        raise AssertionError(f"no button says {text!r}")

    def find(self, text):
        """Enters a text into the search field at the top of every page."""
        target = re.search(r'role="search" action="([^"]+/find)"', self.page).group(1)
        return self.get(f"{target}?{urllib.parse.urlencode({'q': text})}")
