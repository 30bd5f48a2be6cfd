"""Secrets of every kind as clients leak them, and the search for what is left of them."""

import base64
import random
import re
import string
import sys

LETTERS = string.ascii_letters + string.digits
# A window that is found first; the whole text is compared after it.
WINDOW = 8


class Secret:
    """A secret value, the phrases in which it is planted, and the texts that must be found nowhere afterwards."""

    def __init__(self, kind, written, needles=None, phrases=("{}",), names=()):
        self.kind, self.written = kind, written
        self.needles = needles or [written]
        self.phrases = phrases
        # Names of attributes, headers and cookies under which the value alone is a secret.
        self.names = names

    def phrase(self, random):
        return random.choice(self.phrases).replace("{}", self.written)


class Secrets:
    """Makes secrets, each one another; from a seed, so that a finding can be made again."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.kinds = [
            self.jwt, self.bearer, self.own_key, self.apple_code, self.email, self.phone, self.one_time_code, self.password,
            self.private_key, self.card, self.cookie, self.basic, self.url_password, self.link, self.address4, self.address6]

    def next(self, kind=None):
        return (kind or self.random.choice(self.kinds))()

    def jwt(self):
        header = encoded('{"alg":"RS256","kid":"%s"}' % self.text(10))
        payload = encoded('{"sub":"%s","email":"%s@example.org"}' % (self.text(16), self.text(8)))
        signature = self.text(86)
        return Secret("jwt", f"{header}.{payload}.{signature}", [payload[16:48], signature[:24], signature[-24:]], (
            "{}", "The token {} was rejected.", "Authorization: Bearer {}", "id_token={}", '{"access_token": "{}"}', "tok:{};", "invalid: [{}]",
            "https://app.example.org/#access_token={}&type=recovery"), ("id_token", "Authorization", "session.token", "jwt"))

    def bearer(self):
        token = self.text(43, LETTERS + "-_")
        return Secret("bearer", token, [token[:20], token[-20:]], (
            "Bearer {}", "Authorization: Bearer {}", "refresh_token={}", '"refresh_token": "{}"', "apikey={}&x=1", "X-Api-Key: {}",
            "refreshToken: Optional(\"{}\")"), ("refresh_token", "authorization", "api_key", "x-api-key", "device_token"))

    def own_key(self):
        token = "gh_" + self.random.choice(["sk", "ik", "pk", "s", "c"]) + "_" + self.text(43)
        return Secret("own key", token, [token[-38:-14], token[-20:]], ("{}", "key {} is unknown", "Bearer {}", "{}:", "({})"), ("token",))

    def apple_code(self):
        code = f"c{self.text(32, string.hexdigits.lower()[:16])}.0.{self.text(4, string.ascii_lowercase)}.{self.text(22, LETTERS + '-_')}"
        return Secret("Apple's code", code, [code[1:25], code[-20:]], (
            "code {} was used", "authorization_code={}", "https://app.example.org/callback?code={}&state=x"), ("authorization_code", "code"))

    def email(self):
        local, host = self.text(10, string.ascii_lowercase + string.digits), self.text(6, string.ascii_lowercase)
        return Secret("email", f"{local}.jones@{host}.example.org", [local], (
            "{}", "No account for {}.", "mailto:{}", "<{}>", "user={}", "user {} (active)", "Ada <{}>", "to:{},", "email%3D" + "{}".replace("@", "%40")),
            ("email", "user.email", "mail"))

    def phone(self):
        a, b, c = self.digits(3), self.digits(4), self.digits(4)
        number = self.random.choice([f"+49 151 {b}{c}", f"+1 ({a}) 555-{b}", f"+33 6 {b[:2]} {b[2:]} {c[:2]} {c[2:]}", f"+4915{b}{c}", f"0151 {b}{c}"])
        needles = [number, "".join(each for each in number if each.isdigit())]
        return Secret("phone", number, needles, ("{}", "A message to {} failed.", "tel:{}", "phone={}", "call {}."), ("phone", "phone_number"))

    def one_time_code(self):
        code = self.digits(8)
        return Secret("one-time code", code, None, (
            "otp={}", "otp: {}", '{"otp":"{}"}', "verification_code={}", "sms_code: {}", "Verification code: {}", "?token={}&type=sms"),
            ("otp", "sms_code", "verification_code", "totp"))

    def password(self):
        word = f"{self.text(5, string.ascii_lowercase)}-{self.text(4, string.ascii_lowercase)}{self.digits(3)}"
        return Secret("password", word, None, (
            "password={}", "password: {}", '{"password": "{}"}', "pwd={}&remember=1", "newPassword = {}", "password '{}' is too short",
            r'{\"password\":\"{}\"}', "<password>{}</password>", "user[password]={}", "mot_de_passe={}"),
            ("password", "new_password", "passphrase", "client_secret"))

    def private_key(self):
        lines = [self.text(64, LETTERS + "+/") for _ in range(3)] + [self.text(self.random.choice([12, 20, 28]), LETTERS + "+/") + "=="]
        kind = self.random.choice(["PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY"])
        key = "\n".join([f"-----BEGIN {kind}-----", *lines, f"-----END {kind}-----"])
        return Secret("private key", key, [line.rstrip("=") for line in lines], (
            "{}", "cannot read the key:\n{}\nof the team", "key = {}".replace("{}", "{}")), ("private_key", "apple.private_key"))

    def card(self):
        digits = [4] + [self.random.randrange(10) for _ in range(14)]
        total = sum(sum(divmod(2 * digit, 10)) if place % 2 == 0 else digit for place, digit in enumerate(digits))
        text = "".join(map(str, digits)) + str(-total % 10)
        grouped = self.random.choice([text, " ".join(text[at:at + 4] for at in range(0, 16, 4)), "-".join(text[at:at + 4] for at in range(0, 16, 4))])
        return Secret("card", grouped, [grouped, text], ("{}", "The card {} was declined.", "card={}", "pan:{}"), ("card_number", "pan"))

    def cookie(self):
        value = self.text(18)
        return Secret("cookie", value, None, (
            "Cookie: gh={}", "Cookie: theme=dark; session={}; lang=fr", "Set-Cookie: gh={}; Path=/; HttpOnly", "cookie: sid={}"),
            ("cookie", "http.request.header.cookie", "set-cookie"))

    def basic(self):
        word = self.text(14)
        pair = base64.b64encode(f"ada:{word}".encode()).decode()
        return Secret("basic", pair, [pair.rstrip("=")[-16:], word], ("Basic {}", "Authorization: Basic {}"), ("authorization",))

    def url_password(self):
        word = self.text(12)
        return Secret("password in a URL", word, None, (
            "https://ada:{}@db.example.org/x", "cannot reach postgres://app:{}@10.0.0.1:5432/app", "redis://:{}@cache"), ("password",))

    def link(self):
        token = self.text(32)
        return Secret("link", token, [token[:16], token[-16:]], (
            "https://app.example.org/verify?token={}&type=signup", "GET /callback?code={}", "https://app.example.org/reset?x=1&token_hash={}",
            "https%3A%2F%2Fapp.example.org%2Fverify%3Ftoken%3D{}%26type%3Dsignup"), ("token_hash", "code_verifier"))

    def address4(self):
        address = f"203.{100 + self.random.randrange(100)}.{100 + self.random.randrange(100)}.{100 + self.random.randrange(100)}"
        return Secret("IPv4 address", address, None, ("from {}", "{}:443 refused", "client={}", "[{}]"), ("client.address",))

    def address6(self):
        groups = [f"{self.random.randrange(0x1000, 0x10000):x}" for _ in range(6)]
        address = "2001:db8:" + ":".join(groups)
        return Secret("IPv6 address", address, [":".join(groups)], ("from {} today", "peer={}", "[{}]:443"), ("client.address",))

    def text(self, length, alphabet=LETTERS):
        """Random text with a digit and a letter, as random text of such a length has in truth."""
        while True:
            text = "".join(self.random.choice(alphabet) for _ in range(length))
            if length < 12 or any(each.isdigit() for each in text):
                return text

    def digits(self, length):
        return str(self.random.randrange(2, 10)) + "".join(self.random.choice(string.digits) for _ in range(length - 1))


def encoded(text):
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def views(data):
    """A file as it is, and what its texts hold in percent escapes, JSON, UTF-16, hexadecimal and base64."""
    yield "plain", data
    if b"%" in data:
        yield "percent", re.sub(rb"%[0-9A-Fa-f]{2}", lambda found: bytes.fromhex(found.group()[1:].decode()), data)
    if b"\\/" in data:
        yield "JSON", data.replace(b"\\/", b"/")
    yield "UTF-16", b"\0".join(found.group().replace(b"\0", b"") for found in re.finditer(rb"(?:[\x20-\x7e]\0){7,}[\x20-\x7e]", data))
    yield "hexadecimal", b"\0".join(from_hexadecimal(found.group()) for found in re.finditer(rb"[0-9a-f]{16,}|[0-9A-F]{16,}", data))
    for offset in range(4):
        yield "base64", b"\0".join(
            from_base64(found.group()[offset:]) for found in re.finditer(rb"[A-Za-z0-9+/_-]{12,}", data))


def from_hexadecimal(text):
    """From both of the places where a byte can begin."""
    return b"\0".join(bytes.fromhex(part[:len(part) // 2 * 2].decode()) for part in (text, text[1:]))


def from_base64(text):
    return base64.b64decode(text[:len(text) // 4 * 4], altchars=b"-_" if b"-" in text or b"_" in text else None)


def place_of(text, data):
    """Where a text is found first, or -1. Few digits occur in any long id by chance, so there they are none."""
    place = data.find(text)
    while place >= 0 and text.isdigit() and len(text) < 12 and in_long_id(data, place, len(text)):
        place = data.find(text, place + 1)
    return place


def in_long_id(data, place, length):
    around = data[max(0, place - 40):place], data[place + length:place + length + 40]
    before, after = re.search(rb"[0-9A-Fa-f-]*$", around[0]).group(), re.match(rb"[0-9A-Fa-f-]*", around[1]).group()
    return len(before) + len(after) >= 16 and not (before + after).isdigit()


class Search:
    """Finds many texts in large files: by windows of a few bytes, then by comparing."""

    def __init__(self):
        self.windows = {}

    def add(self, secret, where):
        for needle in secret.needles:
            text = needle.encode()
            assert len(text) >= WINDOW, needle
            # The end of it: of an address the beginning stays.
            self.windows.setdefault(int.from_bytes(text[-WINDOW:], sys.byteorder), []).append((text, secret, where))

    def find(self, data):
        """Each text that is found, with its secret, how it is written, where it was planted, and what stands around it."""
        seen = set()
        for form, view in views(data):
            for text, secret, where in self.candidates(view):
                place = place_of(text, view)
                if place >= 0 and text not in seen:
                    seen.add(text)
                    yield Finding(secret, form, where, view[max(0, place - 60):place + len(text) + 30])

    def candidates(self, data):
        """The texts whose window is found. Windows are compared as numbers, at each of the places where one can begin."""
        known = set(self.windows)
        for shift in range(WINDOW):
            end = len(data) - (len(data) - shift) % WINDOW
            if end > shift:
                for window in known.intersection(memoryview(data)[shift:end].cast("Q")):
                    yield from self.windows[window]


class Finding:
    def __init__(self, secret, form, where, around):
        self.secret, self.form, self.where, self.around = secret, form, where, around

    def __repr__(self):
        return f"{self.secret.kind} ({self.form}) planted in {self.where}: {self.around!r}"
