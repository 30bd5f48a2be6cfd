import Domain
import StrictJSON

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

    static func add(_ contexts: JSONObject, to values: inout SentryValues) {
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
