import Domain
import HTTPTypes
import Hummingbird
import Ingest
import StrictJSON
import UseCases
import WebCore

/// What the head of a request says to an endpoint of the Sentry protocol.
///
/// The key may be in `X-Sentry-Auth` or `Authorization` (`Sentry sentry_key=…, sentry_version=7`), in `Authorization` as
/// the user of `Basic`, and in the query as `sentry_key`. Several may be there when all have the same key. An ingest key
/// is accepted as a bearer token too. Source: Sentry's developer documentation, *Authentication*.
struct SentryRequest {
    /// The protocol version; all versions up to it are alike.
    private static let maximumVersion = 7

    /// The number of the tenant.
    let project: Int
    /// Nil when the head has no key.
    let dsn: SentryDSN?
    let encoding: SentryEvents.Encoding

    /// - Throws: 400 for a path without a project, a malformed key and a newer version; 401 for two different keys.
    init(_ request: Request) throws {
        let parts = request.uri.path.splitBytes(at: "/", keepingEmpty: false)
        guard parts.count == 3, let project = SentryDSN.project(parts[1]) else {
            throw WebFailure.malformedRequest(.english("The path must have the project as its number."))
        }
        self.project = project
        encoding = parts[2].hasSameBytes(as: "store") ? .event : .envelope
        let parameters = SentryParameters(request)
        guard parameters.versions.allSatisfy({ $0 <= Self.maximumVersion }) else {
            throw WebFailure.malformedRequest(
                .english("Only versions up to \(Self.maximumVersion) of the protocol are known.")
            )
        }
        guard let key = parameters.keys.first else {
            dsn = nil
            return
        }
        let dsn = SentryDSN(key: key, project: project)
        guard parameters.keys.allSatisfy({ SentryDSN(key: $0, project: project) == dsn }) else {
            throw SentryFormat.unauthenticated("The request names two different keys. Send one.")
        }
        _ = try Self.checked(dsn.key)
        self.dsn = dsn
    }

    /// - Throws: 400 for a text that cannot be a key.
    static func checked(_ key: String) throws -> String {
        guard DSNKey(key) != nil || Credential(key, .ingestKey) != nil else {
            throw WebFailure.malformedRequest(.english("The key of the DSN has 32 hexadecimal digits."))
        }
        return key
    }
}

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
