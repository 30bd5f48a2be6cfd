import Domain
import StrictJSON
import UseCases

/// Events of a phone as the app sends them: in the wire format that its SDK has.
struct DemoDelivery {
    let path: String
    let contentType: String
    let body: [UInt8]
    /// Beside the key of the app.
    let headers: [(name: String, value: String)]

    /// - Returns: one delivery, or one for each event in Sentry's format, as its SDKs send them.
    static func deliveries(of events: [EventContent], from tenant: DemoTenant, at now: Timestamp) -> [DemoDelivery] {
        guard !events.isEmpty else { return [] }
        let bearer = [(name: "authorization", value: "Bearer \(tenant.ingestKey.text)")]
        switch tenant.app.format {
        case .native:
            let body: JSONObject = [
                "sent_at": .string(now.rfc3339), "events": .array(events.map { .object($0.native) }),
            ]
            return [
                DemoDelivery(
                    path: "/ingest/v1/events",
                    contentType: "application/json",
                    body: body.serialized(),
                    headers: bearer
                )
            ]
        case .otlp:
            return [
                DemoDelivery(
                    path: "/v1/logs",
                    contentType: "application/json",
                    body: logs(events).serialized(),
                    headers: bearer
                )
            ]
        case .sentry: return events.map { envelope($0, from: tenant, at: now) }
        }
    }

    // MARK: OpenTelemetry

    /// OTLP/HTTP, *JSON Protobuf Encoding*.
    private static func logs(_ events: [EventContent]) -> JSONObject {
        let scope: JSONObject = ["name": "auth"]
        let records = JSONValue.array(events.map { .object($0.logRecord) })
        let logs: JSONObject = ["scope": .object(scope), "logRecords": records]
        let resource: JSONObject = ["attributes": .array([])]
        return [
            "resourceLogs": .array([
                .object(["resource": .object(resource), "scopeLogs": .array([.object(logs)])])
            ])
        ]
    }

    // MARK: Sentry

    /// An envelope with one event (Sentry's developer documentation, *Envelopes*).
    private static func envelope(_ event: EventContent, from tenant: DemoTenant, at now: Timestamp) -> DemoDelivery {
        let id = event.id.description.filter { $0 != "-" }
        let payload = event.sentry(id, release: tenant.app.clientID).serialized()
        let header: JSONObject = ["event_id": .string(id), "sent_at": .string(now.rfc3339)]
        let item: JSONObject = ["type": "event", "length": .integer(Int64(payload.count))]
        let body = [header.serialized(), item.serialized(), payload].joined(separator: [UInt8(ascii: "\n")])
        let key = DSNKey(tenant.ingestKey)?.text ?? ""
        return DemoDelivery(
            path: "/api/\(tenant.tenant.number)/envelope/",
            contentType: "application/x-sentry-envelope",
            body: Array(body),
            headers: [
                ("x-sentry-auth", "Sentry sentry_version=7, sentry_key=\(key), sentry_client=sentry.cocoa/8.40.0")
            ]
        )
    }
}

extension EventContent {
    /// The texts under the names of a format.
    private func texts(_ names: (EventDimension) -> [String]) -> [(String, String)] {
        EventDimension.texts.compactMap { dimension in
            guard let name = names(dimension).first, let text = texts[dimension] else { return nil }
            return (name, text)
        }
    }

    fileprivate var native: JSONObject {
        var object: JSONObject = [
            "id": .string(id.description), "time": .string(occurredAt.rfc3339), "stage": .string(stage.rawValue),
            "outcome": .string(outcome.rawValue),
        ]
        for (name, text) in texts({ $0.definition.wireNames.native }) { object[name] = .string(text) }
        if let attempt { object["trace_id"] = .string(attempt.description) }
        if let duration { object["duration_ms"] = .integer(duration.wholeMilliseconds) }
        if let error {
            var cause = error.links[0].object
            if !error.chain.isEmpty { cause["chain"] = .array(error.chain.map { .object($0.object) }) }
            object["error"] = .object(cause)
        }
        return object
    }

    fileprivate var logRecord: JSONObject {
        var values = texts { $0.definition.wireNames.otlp }.map { ($0, ["stringValue": .string($1)] as JSONObject) }
        func add(_ name: String, _ text: String) { values.append((name, ["stringValue": .string(text)])) }
        add("log.record.uid", id.description)
        add("auth.stage", stage.rawValue)
        add("auth.outcome", outcome.rawValue)
        if let duration {
            values.append(("auth.duration_ms", ["intValue": .string(String(duration.wholeMilliseconds))]))
        }
        if let error {
            add("auth.error.domain", error.domain)
            add("auth.error.code", error.code)
            if let message = error.message { add("auth.error.message", message) }
            let chain = error.chain.map { JSONValue.object(["stringValue": .string("\($0.domain):\($0.code)")]) }
            if !chain.isEmpty {
                values.append(("auth.error.chain", ["arrayValue": .object(["values": .array(chain)])]))
            }
        }
        let attributes = values.map { JSONValue.object(["key": .string($0.0), "value": .object($0.1)]) }
        var record: JSONObject = [
            "timeUnixNano": .string("\(occurredAt.milliseconds)000000"),
            "severityNumber": .integer(outcome == .failed ? 17 : 9), "attributes": .array(attributes),
        ]
        if let attempt { record["traceId"] = .string(attempt.description) }
        return record
    }

    fileprivate func sentry(_ id: String, release app: String) -> JSONObject {
        var tags: JSONObject = ["auth.stage": .string(stage.rawValue), "auth.outcome": .string(outcome.rawValue)]
        if let provider = texts[.provider] { tags["auth.method"] = .string(provider) }
        if let session = texts[.session] { tags["auth.session.id"] = .string(session) }
        var contexts: JSONObject = [
            "os": ["name": "iOS", "version": .string(texts[.osVersion] ?? "")],
            "device": [
                "model": .string(texts[.deviceModel] ?? ""), "installation_id": .string(texts[.installation] ?? ""),
            ],
        ]
        if let attempt { contexts["trace"] = ["trace_id": .string(attempt.description)] }
        var object: JSONObject = [
            "event_id": .string(id), "timestamp": .string(occurredAt.rfc3339), "platform": "cocoa",
            "level": .string(outcome == .failed ? "error" : "info"),
            "release": .string("\(app)@\(texts[.appVersion] ?? "0")+\(texts[.build] ?? "0")"),
            "environment": .string(texts[.environment] ?? "production"), "tags": .object(tags),
            "contexts": .object(contexts),
        ]
        if let duration { object["extra"] = ["auth.duration_ms": .integer(duration.wholeMilliseconds)] }
        if let user = texts[.user] { object["user"] = ["id": .string(user)] }
        if let error { object["exception"] = ["values": .array(error.exceptions.map { .object($0) })] }
        return object
    }
}

extension EventError {
    /// As Sentry's SDK for Apple's systems sends an `NSError`; the root cause is first.
    fileprivate var exceptions: [JSONObject] {
        links.reversed().map { cause in
            let number = JSONValue.object([
                "domain": .string(cause.domain),
                "code": Int64(cause.code).map { .integer($0) } ?? .string(cause.code),
            ])
            return [
                "type": .string(cause.domain), "value": .string(cause.message ?? "Code: \(cause.code)"),
                "mechanism": ["type": "NSError", "meta": ["ns_error": number]],
            ]
        }
    }
}

extension EventError.Cause {
    fileprivate var object: JSONObject {
        var object: JSONObject = ["domain": .string(domain), "code": .string(code)]
        if let message { object["message"] = .string(message) }
        return object
    }
}
