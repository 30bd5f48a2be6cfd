import Crypto
import Database
import Domain
import Foundation
import StrictJSON

extension EventDictionary {
    /// New failures of one tenant and day; the excess folds into failures without the texts of clients.
    static let failuresPerDay = 500
    /// Of these, what unknown errors leave to known ones: anyone with an ingest key can invent domains.
    static let failuresForKnownCodes = 250
    /// Folded failures still differ by codes of servers; beyond this number they have a stage and a code only.
    static let foldedFailuresPerDay = 200

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
        if let number = delta.failures[key] ?? knownNumber(of: key, at: delta.readAt) { return number }
        let stored = try transaction.row(
            """
            SELECT id, retired_at FROM failures
            WHERE tenant_id = \(source.tenant) AND fingerprint = \(failure.fingerprint)
            """
        )
        if let stored, try DictionaryTable.failures.keep(stored, of: source.tenant, transaction) {
            let number: Int = try stored.get("id")
            delta.failures[key] = number
            return number
        }
        // Folded failures have a limit of their own. There are few bare ones, so these need none.
        if failure == failure.folded, failure != failure.bare {
            guard try room(source, &delta, transaction).foldedFailures > 0 else {
                return try number(of: failure.bare, from: source, &delta, transaction)
            }
            delta.room[source.roomKey]?.foldedFailures -= 1
        }
        if failure != failure.folded {
            let spare = Classifier.isUnknown(failure.code) ? Self.failuresForKnownCodes : 0
            let left = try room(source, &delta, transaction).failures
            let isAdmitted = growth.admit(
                .failure,
                .failure(failure.fingerprint),
                from: source,
                within: GrowthShares.Limit(granted: Self.failuresPerDay - spare, left: left - spare),
                &delta.growth
            )
            guard isAdmitted else { return try number(of: failure.folded, from: source, &delta, transaction) }
            delta.room[source.roomKey]?.failures -= 1
        }
        let number = try insert(failure, from: source, &delta, transaction)
        delta.addedBytes += cost.bytes(ofFailure: failure.byteCount)
        delta.failures[key] = number
        return number
    }

    private func insert(
        _ failure: FailureKey,
        from source: EventSource,
        _ delta: inout DictionaryDelta,
        _ transaction: any WriteTransaction
    ) throws -> Int {
        let tenant = source.tenant
        let highest: Int =
            try delta.highestFailure[tenant]
            ?? transaction.value("SELECT highest_failure FROM event_tenants WHERE number = \(tenant)") ?? 0
        delta.highestFailure[tenant] = highest + 1
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
    /// The failure without everything that a client or its server can choose freely.
    var bare: FailureKey { FailureKey(stage: stage, code: code) }

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
