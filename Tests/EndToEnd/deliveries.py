"""Deliveries of telemetry in every wire format, as the bytes that a client sends."""

import json

# A kind of item that is counted and not kept.
ATTACHMENT = ({"type": "attachment", "filename": "a.txt"}, b"text")


class Post:
    """One request with a delivery: where it goes, and what it holds."""

    def __init__(self, path, body, content_type, headers):
        self.path, self.body = path, body
        self.headers = {"Content-Type": content_type, **headers}

    def send(self, gatehouse, connection=None):
        return gatehouse.call("POST", self.path, self.body, self.headers, connection=connection)


def bearer(tenant):
    return {"Authorization": f"Bearer {tenant['ingest_key']}"}


def dsn_key(tenant):
    return tenant["sentry_dsn"].split("//")[1].split("@")[0]


def native(tenant, events, **shared):
    return Post("/ingest/v1/events", json.dumps({"events": events, **shared}).encode(), "application/json", bearer(tenant))


def lines(tenant, events):
    """NDJSON; an event may be a text, which goes into its line as it is."""
    texts = (event if isinstance(event, str) else json.dumps(event) for event in events)
    return Post("/ingest/v1/events", "\n".join(texts).encode(), "application/x-ndjson", bearer(tenant))


def envelope(tenant, header, items):
    """An envelope of a Sentry SDK: `items` are pairs of a header and a payload, which is an object or bytes."""
    parts = [json.dumps(header).encode()]
    for item, payload in items:
        payload = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
        parts += [json.dumps({**item, "length": len(payload)}).encode(), payload]
    return Post(
        f"/api/{tenant['number']}/envelope/", b"\n".join(parts), "application/x-sentry-envelope",
        {"X-Sentry-Auth": f"Sentry sentry_version=7, sentry_key={dsn_key(tenant)}, sentry_client=test/1"})


def log_item(records):
    """The container of Sentry's log records."""
    header = {"type": "log", "item_count": len(records), "content_type": "application/vnd.sentry.items.log+json"}
    return header, {"items": records}


def sentry_attributes(values):
    kinds = {str: "string", bool: "boolean", int: "integer", float: "double"}
    return {name: {"value": value, "type": kinds[type(value)]} for name, value in values.items()}


def otlp_json(tenant, resource, records=(), spans=(), scope=None):
    signal, body = _otlp(resource, records, spans, scope or {"name": "auth"})
    return Post(f"/v1/{signal}", json.dumps(body).encode(), "application/json", bearer(tenant))


def otlp_protobuf(tenant, resource, records=(), spans=(), scope=None):
    """The body of `otlp_json` in protobuf, by the messages that the OpenTelemetry project publishes."""
    from google.protobuf import json_format
    from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest
    from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
    signal, body = _otlp(resource, records, spans, scope or {"name": "auth"})
    message = ExportLogsServiceRequest() if signal == "logs" else ExportTraceServiceRequest()
    json_format.ParseDict(_with_base64_ids(body), message)
    return Post(f"/v1/{signal}", message.SerializeToString(), "application/x-protobuf", bearer(tenant))


def otlp_attributes(values):
    return [{"key": name, "value": otlp_value(value)} for name, value in values.items()]


def otlp_value(value):
    match value:
        case bool(): return {"boolValue": value}
        case int(): return {"intValue": str(value)}
        case float(): return {"doubleValue": value}
        case list(): return {"arrayValue": {"values": [otlp_value(each) for each in value]}}
        case dict(): return {"kvlistValue": {"values": otlp_attributes(value)}}
        case _: return {"stringValue": value}


def _otlp(resource, records, spans, scope):
    resource = {"attributes": otlp_attributes(resource)}
    if spans:
        return "traces", {"resourceSpans": [{"resource": resource, "scopeSpans": [{"scope": scope, "spans": list(spans)}]}]}
    return "logs", {"resourceLogs": [{"resource": resource, "scopeLogs": [{"scope": scope, "logRecords": list(records)}]}]}


def _with_base64_ids(value):
    """OTLP writes ids in hexadecimal (OTLP/HTTP, *JSON Protobuf Encoding*); protobuf's own JSON writes bytes in base64."""
    import base64
    if isinstance(value, list):
        return [_with_base64_ids(each) for each in value]
    if not isinstance(value, dict):
        return value
    return {
        name: base64.b64encode(bytes.fromhex(each)).decode() if name in ("traceId", "spanId", "parentSpanId") else _with_base64_ids(each)
        for name, each in value.items()}
