import Database
import Domain
import Foundation
import UseCases

/// Stores token buckets and failures in a row in the database, shared by all nodes.
struct RateLimits: RateLimitStore {
    let access: StoreAccess

    func take(
        _ claims: [RateLimitClaim],
        counting subjects: [Data],
        at now: Timestamp
    ) async throws(DomainError) -> RateLimitAnswer {
        try await access.writeAcross("rate limits") { transaction in
            var buckets = try Self.buckets(of: claims, at: now, transaction)
            let failures = try FailureRows.counts(subjects, transaction)
            let waits =
                zip(claims, buckets).compactMap { $1.wait(for: $0.count) } + failures.compactMap { $0.wait(at: now) }
            if let wait = waits.max() {
                try Self.store(buckets, of: claims, areChanged: false, transaction)
                return RateLimitAnswer(wait: wait, left: buckets.map(\.left))
            }
            for (place, claim) in claims.enumerated() { buckets[place].take(claim.count) }
            try Self.store(buckets, of: claims, areChanged: true, transaction)
            try FailureRows.count(subjects, failures, at: now, transaction)
            return RateLimitAnswer(wait: nil, left: buckets.map(\.left), failures: failures.map { $0.count + 1 })
        }
    }

    func giveBack(_ claims: [RateLimitClaim], _ change: FailureChange, at now: Timestamp) async throws(DomainError) {
        try await access.writeAcross("rate limits") { transaction in
            var buckets = try Self.buckets(of: claims, at: now, transaction)
            for (place, claim) in claims.enumerated() { buckets[place].refund(claim.count) }
            try Self.store(buckets, of: claims, areChanged: true, transaction)
            try FailureRows.apply(change, transaction)
        }
    }

    func forget(fullAt time: Timestamp, limit: Int) async throws(DomainError) -> Int {
        try await access.writeAcross("rate limits") { transaction in
            try transaction.execute(
                """
                DELETE FROM rate_limits WHERE subject IN (
                    SELECT subject FROM rate_limits WHERE full_at <= \(time) LIMIT \(limit))
                """
            )
        }
    }

    func forgetFailures(before cutoff: Timestamp, fewer: Int, limit: Int) async throws(DomainError) -> Int {
        try await access.writeAcross("rate limits") {
            try FailureRows.forget(before: cutoff, fewer: fewer, limit: limit, $0)
        }
    }

    func boundFailures(to maximum: Int, step: Int) async throws(DomainError) {
        let floods = try await access.readAcross("maintenance of failures") {
            try FailureRows.beginnings(ofMoreThan: maximum, $0)
        }
        for (beginning, count) in floods {
            let surplus = try await access.readAcross("maintenance of failures") {
                try FailureRows.leastNeeded(beginning, limit: min(count - maximum, 20 * step), $0)
            }
            for subjects in surplus.parts(of: step) {
                try await access.writeAcross("maintenance of failures") { try FailureRows.forget(Array(subjects), $0) }
            }
        }
    }

    private static func buckets(
        of claims: [RateLimitClaim],
        at now: Timestamp,
        _ transaction: any ReadTransaction
    ) throws -> [TokenBucket] {
        guard !claims.isEmpty else { return [] }
        var stored: [Data: TokenBucket.State] = [:]
        for row in try transaction.rows(
            "SELECT subject, tokens, updated_at FROM rate_limits WHERE subject IN \(list: claims.map(\.subject))"
        ) {
            let state = TokenBucket.State(level: try row.get("tokens"), updatedAt: try row.get("updated_at"))
            stored[try row.get("subject")] = state
        }
        return claims.map { TokenBucket($0.limit, stored[$0.subject], at: now) }
    }

    /// Stores the buckets whose tokens were changed, and those whose clock was set back.
    private static func store(
        _ buckets: [TokenBucket],
        of claims: [RateLimitClaim],
        areChanged: Bool,
        _ transaction: any WriteTransaction
    ) throws {
        let changed = zip(claims, buckets).filter { $1.wasSetBack || areChanged && $0.count > 0 }
        guard !changed.isEmpty else { return }
        // One statement cannot change a row twice, and two claims may name one bucket.
        let lowest = Dictionary(
            changed.map { ($0.subject, $1) },
            uniquingKeysWith: { $0.state.level < $1.state.level ? $0 : $1 }
        )
        let rows = lowest.map { subject, bucket in
            [
                subject.sqlValue, bucket.state.level.sqlValue, bucket.state.updatedAt.sqlValue,
                bucket.fullAt.sqlValue,
            ]
        }
        try transaction.execute(
            """
            INSERT INTO rate_limits (subject, tokens, updated_at, full_at) VALUES \(rows: rows)
            ON CONFLICT (subject) DO UPDATE
            SET tokens = excluded.tokens, updated_at = excluded.updated_at, full_at = excluded.full_at
            """
        )
    }
}
