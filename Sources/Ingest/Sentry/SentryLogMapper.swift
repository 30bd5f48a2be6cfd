import Domain
import StrictJSON

/// Maps the records of a `log` item.
struct SentryLogMapper {
    let times: SentryTimes

    /// - Parameter id: returns the id of the record; `hasOwnTime` says whether it tells its time.
    func event(_ record: JSONObject, id: (_ hasOwnTime: Bool) -> EventIdentifier) -> DecodedEvent {
        var values = EventFields(.sentry)
        for (name, attribute) in record["attributes"]?.objectValue ?? JSONObject() {
            guard let value = attribute["value"], !Self.isIgnored(name) else { continue }
            values.add(Self.names[ByteText(name)] ?? name, value)
        }
        let time = times.time(record["timestamp"])
        let identifier = id(time != nil)
        var content = EventContent(
            id: identifier.id,
            occurredAt: time ?? times.fallback,
            stage: values.stage,
            outcome: values.outcome ?? SentryLevel.outcome(record["level"]?.stringValue ?? ""),
            texts: values.texts,
            attempt: values.attempt ?? record["trace_id"]?.stringValue.flatMap { TraceID($0) },
            duration: values.duration
        )
        content.error = values.error(captured: nil, message: body(record), keptAs: "body")
        useRelease(&content, &values)
        values.addRest("level", record["level"])
        values.addRest("span_id", record["span_id"])
        content.attributes = EventAttributes(values.rest).list(with: EventAttributes())
        return DecodedEvent(content, hasOwnTime: time != nil, category: .log, hasDerivedID: identifier.isDerived)
    }

    private func body(_ record: JSONObject) -> String? {
        guard let text = record["body"]?.stringValue, !text.isEmpty else { return nil }
        return text
    }

    /// Separates `com.example.app@2.4.0+17` into app, version and build.
    private func useRelease(_ content: inout EventContent, _ values: inout EventFields) {
        guard let release = content.texts[.appVersion].flatMap({ AppRelease(sentry: $0) }) else { return }
        content.texts[.appVersion] = release.version
        values.addRest("service.name", release.package.map { .string($0) })
        if content.texts[.build] == nil { content.texts[.build] = release.build }
    }

    /// Whether an attribute is one that SDKs add for their own server: the parameters of a message, which are in its
    /// text too, threads, hosts, and the user's name and addresses.
    private static func isIgnored(_ name: String) -> Bool {
        guard names[ByteText(name)] == nil else { return false }
        return ignored.contains(ByteText(name)) || ignoredPrefixes.contains(where: name.hasBytePrefix)
    }

    private static let ignored: Set<ByteText> = [
        "process.executable.name", "process.pid", "server.address", "user.email", "user.ip_address", "user.name",
        "user.username",
    ]
    private static let ignoredPrefixes = ["sentry.", "thread.", "user.geo."]

    /// The names of the SDK for fields, and of its attributes that are kept.
    private static let names: [ByteText: String] = [
        "sentry.release": "service.version", "sentry.environment": "deployment.environment.name",
        "sentry.message.template": "message.template", "sentry.sdk.name": "telemetry.sdk.name",
        "sentry.sdk.version": "telemetry.sdk.version",
    ]
}

/// The levels of events and logs.
enum SentryLevel {
    /// Returns the outcome of a record that does not say its own.
    static func outcome(_ level: String) -> Outcome {
        switch ByteText(level.lowercasedASCII()) {
        case "fatal", "error": .failed
        case "warning", "warn": .degraded
        default: .info
        }
    }
}
