"""How long answers take for emails with and without an account, and whether the times tell them apart."""

import dataclasses
import random
import re
import time
import typing
import urllib.parse
import uuid

from harness import PASSWORD

# The kinds of users, and whether they have an account.
KINDS = {"known": True, "unverified": True, "disabled": True, "without a password": True, "unknown": False}


@dataclasses.dataclass
class Route:
    """What takes an email: its path, the status of its answer, and its body for an email."""

    name: str
    path: str
    status: int
    body: typing.Callable[[str], dict]
    # The role of its users.
    role: str = "customer"
    # Whether a message with digits is requested first, for users and for unknown emails.
    is_asked: bool = False


def named(**more):
    return lambda email: {"email": email, **more}


ADDRESSED_ROUTES = [
    Route("a wrong password", "/api/auth/sign-in/email", 401, named(password="a wrong password")),
    Route("a wrong password, GoTrue", "/auth/v1/token?grant_type=password", 400, named(password="a wrong password")),
    Route("a wrong password, console", "/sign-in", 401, named(password="a wrong password", tenant=""), role="admin"),
    Route("sign-up", "/api/auth/sign-up", 200, named(password="another horse battery", name="Ada")),
    Route("sign-up, GoTrue", "/auth/v1/signup", 200, named(password="another horse battery")),
    Route("recover", "/auth/v1/recover", 200, named()),
    Route("otp", "/auth/v1/otp", 200, named(create_user=True)),
    Route("magiclink", "/auth/v1/magiclink", 200, named()),
    Route("resend", "/auth/v1/resend", 200, named(type="signup")),
    Route("verify with digits", "/auth/v1/verify", 403, named(type="recovery", token="00000000"), is_asked=True),
    Route("reset, Better Auth", "/api/auth/request-password-reset", 200, named()),
    Route("verification, Better Auth", "/api/auth/send-verification-email", 200, named()),
]


def area(known, unknown):
    """How likely one of the first took longer than one of the second: 0.5 tells nothing, 1 or 0 everything."""
    return sum((a > b) + (a == b) / 2 for a in known for b in unknown) / (len(known) * len(unknown))


def carried_mail(folder):
    """Settings with which mail is sent, to a program that forgets it."""
    carrier = folder / "carrier"
    carrier.write_text("#!/bin/sh\ncat > /dev/null\n")
    carrier.chmod(0o700)
    return {"GATEHOUSE_SENDMAIL": str(carrier), "GATEHOUSE_MAIL_FROM": "acme@example.com"}


def response_times(node, route, rounds, kinds=KINDS):
    """The times of one answer for each of so many emails of each kind, in random order."""
    # A tenant for each, so that no limit is that of another route.
    tenant = node.new_tenant(f"acme-{uuid.uuid4().hex[:8]}")
    confirmed = node.manage(tenant, "PATCH", "/settings", {"confirm_email": True})
    assert confirmed.status == 200, confirmed
    emails = [(kind, email) for kind in kinds for email in new_people(node, tenant, route, kind, rounds)]
    random.shuffle(emails)
    send = console_form(node) if route.path == "/sign-in" else None
    took = {kind: [] for kind in kinds}
    for count, (kind, email) in enumerate(emails):
        headers = {"apikey": tenant["publishable_key"], "X-Forwarded-For": f"10.{count // 250}.{count % 250}.{random.randrange(250)}"}
        body = route.body(email)
        if send:
            body, headers = send(body, headers)
        connection = node.connect()
        began = time.perf_counter()
        answer = node.call("POST", route.path, body, headers, connection=connection)
        took[kind].append(time.perf_counter() - began)
        connection.close()
        assert answer.status == route.status, (route.path, answer)
    return took


def console_form(node):
    """Makes a form of the console's sign-in of a body, as a browser sends it."""
    page = node.call("GET", "/sign-in", None, {"X-Forwarded-For": "203.0.113.1"})
    csrf = re.search(r'name="csrf" value="([^"]+)"', page.body.decode()).group(1)
    cookie = page.headers["Set-Cookie"].split(";")[0]

    def send(body, headers):
        headers = {
            "Content-Type": "application/x-www-form-urlencoded", "Cookie": cookie, "Sec-Fetch-Site": "same-origin",
            "X-Forwarded-For": headers["X-Forwarded-For"]}
        return urllib.parse.urlencode({"csrf": csrf, **body}).encode(), headers

    return send


def new_people(node, tenant, route, kind, count):
    """Emails that no other tenant has, with accounts of the kind."""
    emails = [f"{tenant['slug']}-{kind.replace(' ', '-')}-{number}@example.com" for number in range(count)]
    for number, email in enumerate(emails):
        if KINDS[kind]:
            new_user(node, tenant, route, kind, email, number)
        if route.is_asked:
            asked = node.call("POST", "/auth/v1/recover", {"email": email}, headers(tenant, 101, number))
            assert asked.status == 200, asked
    return emails


def new_user(node, tenant, route, kind, email, number):
    if kind == "unverified":
        answer = node.call("POST", "/api/auth/sign-up", {"email": email, "password": PASSWORD, "name": "Ada"}, headers(tenant, 100, number))
        assert answer.status == 200, answer
        return
    user = {"email": email, "name": "Ada", "role": route.role} | ({} if kind == "without a password" else {"password": PASSWORD})
    made = node.manage(tenant, "POST", "/users", user)
    assert made.status == 201, made
    if kind == "disabled":
        answer = node.manage(tenant, "PUT", f"/users/{made.json()['id']}/disablement")
        assert answer.status < 300, answer


def headers(tenant, part, number):
    """Each from a network of its own, because messages are limited by network too."""
    return {"apikey": tenant["publishable_key"], "X-Forwarded-For": f"198.{part}.{number % 250}.{number // 250}"}
