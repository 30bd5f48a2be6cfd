import Domain
import StrictJSON

/// Maps the payload of an `event` item. Stack traces, threads, modules and the request's headers and body are left out.
struct SentryEventMapper {
    let times: SentryTimes

    /// - Parameter id: returns the id of the event; `hasOwnTime` says whether its payload tells its time.
    func event(_ payload: JSONObject, id: (_ hasOwnTime: Bool) -> EventIdentifier) -> DecodedEvent {
        var values = named(payload)
        let time = times.time(payload["timestamp"])
        let level = payload["level"]?.stringValue
        let identifier = id(time != nil)
        let failure = SentryErrorMapper.error(payload["exception"])
        var content = EventContent(
            id: identifier.id,
            occurredAt: time ?? times.fallback,
            stage: values.stage,
            outcome: values.outcome ?? SentryLevel.outcome(level ?? "error"),
            texts: values.texts,
            attempt: attempt(payload, values),
            duration: values.duration
        )
        content.error = values.error(captured: failure?.error, message: message(payload), keptAs: "message")
        addTexts(payload, to: &content.texts)
        addRest(payload, to: &values)
        if time == nil { values.addRest("timestamp", payload["timestamp"]) }
        if let failure, failure.dropped > 0 {
            values.addRest("error.chain.dropped", .integer(Int64(failure.dropped)))
        }
        let breadcrumbs = SentryBreadcrumbs(payload["breadcrumbs"], times: times)
        if breadcrumbs.dropped > 0 { values.addRest("breadcrumbs.dropped", .integer(Int64(breadcrumbs.dropped))) }
        content.attributes = EventAttributes(values.rest).list(
            with: EventAttributes(),
            followedBy: breadcrumbs.attributes
        )
        return DecodedEvent(content, hasOwnTime: time != nil, hasDerivedID: identifier.isDerived)
    }

    /// Reads what the app named itself: tags first, then extra and contexts.
    private func named(_ payload: JSONObject) -> EventFields {
        var values = EventFields(.sentry)
        switch payload["tags"] {
        case .object(let tags): values.add(tags)
        case .array(let pairs):
            for pair in pairs {
                guard let name = pair[0]?.stringValue, let value = pair[1] else { continue }
                values.add(name, value)
            }
        default: break
        }
        for (name, value) in payload["extra"]?.objectValue ?? JSONObject() where !name.hasSameBytes(as: "sys.argv") {
            values.add(name, value)
        }
        if let contexts = payload["contexts"]?.objectValue { SentryContexts.add(contexts, to: &values) }
        return values
    }

    private func attempt(_ payload: JSONObject, _ values: EventFields) -> TraceID? {
        values.attempt
            ?? Self.places[.attempt]?.lazy.compactMap { text(at: $0, in: payload) }.first.flatMap { TraceID($0) }
    }

    /// `message` as text, or the older `logentry`; `message` may be such an object too.
    private func message(_ payload: JSONObject) -> String? {
        for value in [payload["logentry"], payload["message"]] {
            for candidate in [value, value?["formatted"], value?["message"]] {
                if let text = candidate?.stringValue, !text.isEmpty { return text }
            }
        }
        return nil
    }

    /// The places that a payload has for dimensions, as the names of members from the outermost.
    private static let places = Dictionary(
        uniqueKeysWithValues: EventDimension.allCases.map { dimension in
            (dimension, dimension.definition.wireNames.sentry.map { $0.splitBytes(at: ".").map(String.init) })
        }
    )

    /// Fills the dimensions that the app did not name itself.
    private func addTexts(_ payload: JSONObject, to texts: inout EventTexts) {
        for dimension in EventDimension.texts where texts[dimension] == nil {
            for place in Self.places[dimension] ?? [] {
                guard let text = text(at: place, in: payload), !text.isEmpty else { continue }
                texts[dimension] = EventText.clipped(text, dimension.definition.maximumBytes)
                break
            }
        }
    }

    /// Returns a text, or a number as its digits.
    private func text(at place: [String], in payload: JSONObject) -> String? {
        switch place {
        case ["release", "version"]: release(payload)?.version
        case ["release", "build"]: release(payload)?.build
        case ["contexts", "app", "in_foreground"]:
            value(at: place, in: payload)?.boolValue.map { $0 ? "foreground" : "background" }
        default: value(at: place, in: payload).flatMap(EventText.text)
        }
    }

    private func value(at place: [String], in payload: JSONObject) -> JSONValue? {
        place.reduce(JSONValue?.some(.object(payload))) { $0?[$1] }
    }

    private func release(_ payload: JSONObject) -> AppRelease? {
        payload["release"]?.stringValue.flatMap { AppRelease(sentry: $0) }
    }

    private func addRest(_ payload: JSONObject, to values: inout EventFields) {
        let release = release(payload)
        let app = payload["contexts"]?["app"]
        values.addRest("service.name", release?.package.map(JSONValue.string) ?? app?["app_identifier"])
        for name in ["level", "logger", "transaction", "fingerprint"] { values.addRest(name, payload[name]) }
        values.addRest("http.request.method", payload["request"]?["method"])
        if let url = payload["request"]?["url"]?.stringValue {
            values.addRest("url.full", .string(Self.withoutQuery(url)))
        }
        values.addRest("telemetry.sdk.name", payload["sdk"]?["name"])
        values.addRest("telemetry.sdk.version", payload["sdk"]?["version"])
    }

    /// Returns the part of a URL before its query, which may have codes and tokens.
    static func withoutQuery(_ url: String) -> String {
        let end = url.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
        return String(url[..<(end ?? url.endIndex)])
    }
}

/// What is kept of an event's contexts: a few values of those that SDKs send, and all of the app's own.
enum SentryContexts {
    /// The values of standard contexts that are kept as attributes.
    private static let kept: [ByteText: [(member: String, name: String)]] = [
        "app": [],
        "browser": [("name", "browser.name"), ("version", "browser.version")],
        "device": [("model_id", "device.model_id"), ("simulator", "device.simulator")],
        "os": [("build", "os.build_id")],
        "response": [("status_code", "http.response.status_code")],
        "runtime": [("name", "process.runtime.name"), ("version", "process.runtime.version")],
        "trace": [("span_id", "span_id")],
    ]

    /// Standard contexts of which nothing is kept.
    private static let ignored: Set<ByteText> = [
        "cloud_resource", "culture", "feedback", "flags", "gpu", "memory_info", "missing_instrumentation", "otel",
        "profile", "replay", "reprocessing", "state", "threadpool_info",
    ]

    static func add(_ contexts: JSONObject, to values: inout EventFields) {
        for (name, context) in contexts {
            guard let context = context.objectValue, !ignored.contains(ByteText(name)) else { continue }
            if let members = kept[ByteText(name)] {
                for (member, name) in members { values.addRest(name, context[member]) }
            } else {
                let prefix = EventText.clippedName(name)
                for (member, value) in context where !member.hasSameBytes(as: "type") {
                    values.add("\(prefix).\(member)", value)
                }
            }
        }
    }
}
