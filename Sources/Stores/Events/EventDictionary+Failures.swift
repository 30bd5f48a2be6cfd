import Crypto
import Database
import Domain
import Foundation
import StrictJSON

extension EventDictionary {
    /// New failures of one tenant and day; the excess folds into failures without the texts of clients.
    static let failuresPerDay = 500
    /// Of these, what unclassified errors leave to known ones: anyone with an ingest key can invent domains.
    static let failuresForKnownCodes = 250

    struct FailureNumberKey: Hashable {
        let tenant: Int
        let key: FailureKey
    }

    func number(
        of failure: FailureKey,
        from source: EventSource,
        _ delta: inout DictionaryDelta,
        _ transaction: any WriteTransaction
    ) throws -> Int {
        let key = FailureNumberKey(tenant: source.tenant, key: failure)
        if let number = delta.failures[key] ?? knownNumber(of: key) { return number }
        let stored: Int? = try transaction.value(
            "SELECT id FROM failures WHERE tenant_id = \(source.tenant) AND fingerprint = \(failure.fingerprint)"
        )
        if let stored {
            delta.failures[key] = stored
            return stored
        }
        // There are few folded failures, so they do not count against the limit.
        if failure != failure.folded {
            let spare = failure.code.hasSameBytes(as: Classifier.unclassified) ? Self.failuresForKnownCodes : 0
            guard try room(source, &delta, transaction).failures > spare else {
                return try number(of: failure.folded, from: source, &delta, transaction)
            }
            delta.room[source.tenant]?.failures -= 1
        }
        let number = try insert(failure, from: source, transaction)
        delta.addedBytes += cost.bytes(ofFailure: failure.byteCount)
        delta.failures[key] = number
        return number
    }

    private func insert(
        _ failure: FailureKey,
        from source: EventSource,
        _ transaction: any WriteTransaction
    ) throws -> Int {
        let tenant = source.tenant
        let highest: Int = try transaction.value("SELECT max(id) AS n FROM failures WHERE tenant_id = \(tenant)") ?? 0
        try transaction.execute(
            """
            INSERT INTO failures (
                tenant_id, id, fingerprint, version, stage, code, root_domain, root_code, cause_domain, cause_code,
                server_code, http_class, created_at)
            VALUES (
                \(tenant), \(highest + 1), \(failure.fingerprint), \(FailureKey.version), \(failure.stage), \(failure.code),
                \(failure.root?.domain), \(failure.root?.code), \(failure.cause?.domain), \(failure.cause?.code),
                \(failure.serverCode), \(failure.httpClass), \(source.receivedAt))
            """
        )
        return highest + 1
    }
}

extension FailureKey {
    /// The size of all values.
    var byteCount: Int { values.reduce(0) { $0 + ($1?.utf8.count ?? 0) } }

    /// The first 16 bytes of a SHA-256 over the version and all values.
    var fingerprint: Data {
        var hash = SHA256()
        hash.update(data: Data([UInt8(Self.version)]))
        for value in values {
            hash.update(data: Data([value == nil ? 0 : 1]))
            hash.update(data: Data((value ?? "").utf8))
            hash.update(data: Data([0xFF]))
        }
        return Data(hash.finalize().prefix(16))
    }
}
