import HTTPTypes
import Hummingbird
import StrictJSON

/// The keys and versions in the head of a request, from all places where there may be some.
struct SentryParameters {
    private(set) var keys: [String] = []
    private(set) var versions: [Int] = []

    init(_ request: Request) {
        let authorization = request.headers[values: .authorization]
        for field in request.headers[values: .xSentryAuth] + authorization {
            for pair in IngestAuthorization.sentryPairs(in: field) { add(pair.name, pair.value) }
        }
        for field in authorization where IngestAuthorization.sentryPairs(in: field).isEmpty {
            if let key = IngestAuthorization.key(in: field) { keys.append(key) }
        }
        for (name, value) in request.uri.queryParameters { add(String(name), String(value)) }
    }

    private mutating func add(_ name: String, _ value: String) {
        if name.hasSameBytes(as: "sentry_key"), !value.isEmpty { keys.append(value) }
        if name.hasSameBytes(as: "sentry_version"), let version = Int(value) { versions.append(version) }
    }
}
