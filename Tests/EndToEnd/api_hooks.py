"""What schemathesis knows of the server that it calls: its credentials and its ids.

It generates what the description says and what it does not. Alone it would know no key, and guess no id that exists. So before
each call the credential that the operation needs is added, and in requests that are meant to be good, most ids become real ones.
"""

import itertools
import json
import os
import urllib.request

import schemathesis
from schemathesis import GenerationMode

SITE = json.loads(os.environ["GATEHOUSE_API_SITE"])
PASSWORD = "correct horse battery"
UNKNOWN = "0193a0c5-7f1e-7c3a-9b5d-2f64c1e8a907"

turn = itertools.count(1)
pools = {name: itertools.cycle(values) for name, values in SITE["ids"].items()}


@schemathesis.hook
def before_call(context, case, kwargs):
    number = next(turn)
    operation = case.operation.definition.raw.get("operationId", "")
    path = case.operation.path
    if "{tenant}" in path:
        case.path_parameters["tenant"] = SITE["spare"] if is_for_operators(case) else SITE["tenant"]
    if is_meant_well(case) and number % 4:
        name_what_is_there(case, operation)
    if is_meant_well(case):
        mean_it_well(case, operation, number)
    spare_what_calls_stand_on(case)
    # One in thirty comes without a credential, and has to be refused in the words of the description too.
    if number % 30:
        add_credential(case, operation, number)
    # A header beyond visible ASCII is refused at the connection, before any route and outside of the description.
    for name in [name for name, value in (case.headers or {}).items() if has_hidden_bytes(value)]:
        del case.headers[name]


def spare_what_calls_stand_on(case):
    """Ids learnt from answers are tried too: the keys and the person that every call comes with must outlive them."""
    for name, value in (case.path_parameters or {}).items():
        if case.method not in ("GET", "HEAD") and value in SITE["precious"]:
            case.path_parameters[name] = UNKNOWN
    if isinstance(case.body, dict):
        case.body = {name: UNKNOWN if name in ("userId", "sessionToken") and value in SITE["precious"] else value
                     for name, value in case.body.items()}


@schemathesis.serializer("application/x-ndjson", "application/x-sentry-envelope")
def as_lines(context, value):
    return value if isinstance(value, bytes) else str(value).encode()


@schemathesis.check
def code_is_described(context, response, case):
    """A refusal has one of the codes that the description lists for its status."""
    described = case.operation.definition.raw["responses"].get(str(response.status_code), {})
    if "$ref" in described:
        described = SITE["responses"][described["$ref"].rsplit("/", 1)[1]]
    # Better Auth answers an unknown path, and a wrong method, with nothing but 404.
    if "x-codes" in described and response.request.method != "HEAD" and response.content:
        # The older of the two shapes of GoTrue has the status in `code`; faults of identity tokens have neither.
        body = response.json()
        code = body.get("error_code", body.get("code", body.get("error", response.headers.get("x-sentry-error", [None])[0])))
        # The codes of gRPC are numbers.
        code = str(code) if isinstance(code, int) else code
        known = described["x-codes"] or [None]
        assert code in known, f"{response.status_code} has the code {code}, which is none of {known}"


def has_hidden_bytes(value):
    value = value if isinstance(value, bytes) else str(value).encode("latin-1", "replace")
    return any(byte != 0x09 and not 0x20 <= byte <= 0x7E for byte in value)


def is_for_operators(case):
    return "tenants" in case.operation.definition.raw.get("tags", [])


def is_meant_well(case):
    return case.meta is not None and case.meta.generation.mode is GenerationMode.POSITIVE


def name_what_is_there(case, operation):
    for name in ["user", "session", "key", "role", "event", "project"]:
        if f"{{{name}}}" in case.operation.path:
            case.path_parameters[name] = next(pools.get(f"{name} of {operation}", pools[name]))
    if isinstance(case.body, dict) and "userId" in case.body:
        case.body = {**case.body, "userId": next(pools.get(f"user of {operation}", pools["user"]))}
    if operation in ("betterAuthSignIn", "betterAuthSignInBare") and isinstance(case.body, dict):
        case.body = {**case.body, "email": next(pools["email"]), "password": PASSWORD}
        case.body.pop("callbackURL", None)


def mean_it_well(case, operation, number):
    """What a schema cannot say: a span of time must not end before it begins, a role must be there."""
    if isinstance(case.query, dict) and "to" in case.query and number % 2:
        case.query.pop("from", None)
        case.query.pop("to")
    if operation == "tailEvents" and isinstance((case.query or {}).get("seconds", 1), int):
        # A tail would go on for an hour.
        case.query = {**(case.query or {}), "seconds": 0}
    if operation in ("exportEvents", "tailEvents") and isinstance(case.query, dict) and number % 8:
        # Few references are in the range.
        case.query.pop("after", None)
    if operation == "replaceView" and isinstance(case.body, dict) and number % 8:
        # Few versions are the current one.
        case.body = {name: value for name, value in case.body.items() if name != "version"}
    if isinstance(case.body, dict) and operation in ("createUser", "inviteUser", "assignRole") and number % 8:
        case.body = {**case.body, "role": ["customer", "driver", "crew0"][number % 3]}
    if isinstance(case.body, dict) and operation == "updateTenantSettings":
        # The other calls go on signing in.
        accepted = {
            "methods": ["password", "anonymous"], "dialect": "both", "sign_up": "open", "confirm_email": False, "anonymous": False,
            "idle_seconds": 30 * 86400, "absolute_seconds": 180 * 86400}
        case.body = {name: accepted.get(name, value) for name, value in case.body.items()}


def add_credential(case, operation, number):
    headers = {}
    path = case.operation.path
    if path.startswith(("/auth/v1/admin", "/auth/v1/invite", "/api/auth/admin")):
        headers["Authorization"] = f"Bearer {SITE['secret_key']}"
    elif path.startswith(("/api/auth/", "/auth/v1/", "/api/v1/me", "/api/v1/session/")):
        headers = {"apikey": SITE["publishable_key"], "X-Forwarded-For": f"10.{number & 255}.{number >> 8 & 255}.{number >> 16 & 255}"}
        if operation in SITE["ending"]:
            headers["Authorization"] = f"Bearer {disposable_session(number)}"
        elif not operation.startswith(("betterAuthSignIn", "betterAuthSignUp", "goTrueToken", "goTrueSignUp")):
            headers["Authorization"] = f"Bearer {SITE['session']}"
    elif "/ingest/" in path or "{project}" in path:
        headers["Authorization"] = f"Bearer {SITE['ingest_key']}"
    elif is_for_operators(case):
        headers = {"Cookie": SITE["operator"], "Sec-Fetch-Site": "same-origin"}
    elif path.startswith("/api/v1/") or "/oauth/" in path:
        headers["Authorization"] = f"Bearer {SITE['secret_key']}"
    for name, value in headers.items():
        case.headers[name] = value


def disposable_session(number):
    """For calls that end the session which they come with."""
    body = json.dumps({"email": f"once{number}@example.com", "password": PASSWORD}).encode()
    request = urllib.request.Request(
        SITE["base"] + "/api/auth/sign-up", body,
        {"Content-Type": "application/json", "apikey": SITE["publishable_key"], "X-Forwarded-For": f"11.{number & 255}.{number >> 8 & 255}.1"})
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)["token"]
