import Domain
import HTTPTypes
import StrictJSON
import WebCore

/// The keys in the header fields of a delivery, for formats whose clients send them in several ways.
///
/// - `Authorization`, in each form of `IngestAuthorization`
/// - `x-gatehouse-key: <key>`, `x-api-key: <key>`
struct IngestKeyFields {
    private let keys: [String]

    init(_ headers: HTTPFields) {
        keys =
            headers[values: .authorization].compactMap(IngestAuthorization.key) + headers[values: .gatehouseKey]
            + headers[values: .xAPIKey]
    }

    /// Returns the key; several fields may have it.
    /// - Throws: 400 for two different keys, 401 for none.
    func only() throws -> String {
        guard let first = keys.first else {
            throw WebFailure.unauthenticated(
                "Send an ingest key as Authorization: Bearer gh_ik_… or as x-gatehouse-key."
            )
            .challenging(withToken: false)
        }
        guard keys.allSatisfy({ $0.hasSameBytes(as: first) }) else {
            throw WebFailure.malformedRequest(.english("The request names two different keys. Send one."))
        }
        return first
    }
}
