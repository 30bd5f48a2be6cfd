import Domain
import StrictJSON
import Testing

@testable import Ingest

/// Errors of Android, browsers, Node.js, Python, Go and of Apple's files, as their SDKs send them, from the bytes to the
/// canonical code. The errors of an app's own are among them, which no table may have.
@Suite struct PlatformErrorTests {
    @Test func `each error gets its canonical code in the format in which it comes`() throws {
        let errors = try #require(try JSONValue(parsing: RecordedBody.bytes("platform-errors.json")).arrayValue)
        let scrubber = Scrubber { _ in "" }

        for error in errors {
            let event = try #require(try delivery(of: error).events.first, "\(error)")
            let classified = Classifier.classify(scrubber.scrub(event), receivedAt: Envelope.now)
            #expect(classified.code == error["canonical"]?.stringValue, "\(error)")
        }

        let platforms = Set(errors.compactMap { $0["platform"]?.stringValue })
        #expect(platforms == ["android", "web", "node", "python", "go", "ios"])
    }

    private func delivery(of error: JSONValue) throws -> EventDelivery {
        switch error["via"] {
        case "sentry":
            try Envelope().with("event", String(decoding: sentryEvent(error).serialized(), as: UTF8.self)).decoded()
        case "otlp": try OTLPBody.decode(logs(error).serialized(), as: .json)
        default:
            try NativeEvents.decode(
                JSONValue.object(["events": [["outcome": "failed", "error": nativeError(error)]]]).serialized(),
                as: .json,
                receivedAt: Envelope.now
            )
        }
    }

    private func nativeError(_ error: JSONValue) -> JSONValue {
        members(["domain", "code", "message", "chain"], of: error)
    }

    private func members(_ names: [String], of error: JSONValue) -> JSONValue {
        .object(JSONObject(names.compactMap { name in error[name].map { (name, $0) } }))
    }

    /// The deepest error first, as Sentry lists them.
    private func sentryEvent(_ error: JSONValue) -> JSONValue {
        let links = [error] + (error["chain"]?.arrayValue ?? [])
        return [
            "event_id": "fc6d8c0c43fc4630ad850ee518f1b9d0", "level": "error",
            "exception": ["values": .array(links.reversed().map(exception))],
        ]
    }

    private func exception(_ error: JSONValue) -> JSONValue {
        let domain = error["domain"]?.stringValue ?? ""
        var exception: JSONObject = ["type": .string(domain), "value": error["message"] ?? .null]
        if let code = error["code"] {
            let isOfApple = domain.hasPrefix("NS") || domain.hasPrefix("com.apple.") || domain.hasPrefix("MyApp.")
            exception["mechanism"] = [
                "type": "generic",
                "meta": isOfApple
                    ? ["ns_error": ["domain": .string(domain), "code": code]] : ["errno": ["number": code]],
            ]
        }
        return .object(exception)
    }

    private func logs(_ error: JSONValue) -> JSONValue {
        let names = [("domain", "exception.type"), ("code", "auth.error.code"), ("message", "exception.message")]
        let attributes = names.compactMap { member, name -> JSONValue? in
            error[member].map { ["key": .string(name), "value": ["stringValue": $0]] }
        }
        let record: JSONValue = [
            "timeUnixNano": .string("\(OTLPBody.time)"), "severityNumber": 17, "attributes": .array(attributes),
        ]
        return ["resourceLogs": [["scopeLogs": [["logRecords": [record]]]]]]
    }
}
