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
            let levels = try Self.levels(claims, at: now, transaction)
            let failures = try FailureRows.counts(subjects, transaction)
            let waits =
                zip(claims, levels).compactMap { claim, level in level >= claim.cost ? nil : claim.wait(from: level) }
                + failures.compactMap { $0.wait(at: now) }
            if let wait = waits.max() { return RateLimitAnswer(wait: wait, left: levels.map { Int($0 / 1000) }) }
            let left = zip(claims, levels).map { $1 - $0.cost }
            try Self.store(claims, levels: left, at: now, transaction)
            try FailureRows.count(subjects, failures, at: now, transaction)
            return RateLimitAnswer(
                wait: nil,
                left: left.map { Int($0 / 1000) },
                failures: failures.map { $0.count + 1 }
            )
        }
    }

    func giveBack(_ claims: [RateLimitClaim], _ change: FailureChange, at now: Timestamp) async throws(DomainError) {
        try await access.writeAcross("rate limits") { transaction in
            let levels = try Self.levels(claims, at: now, transaction)
            try Self.store(
                claims,
                levels: zip(claims, levels).map { min($1 + $0.cost, $0.full) },
                at: now,
                transaction
            )
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
            for start in stride(from: 0, to: surplus.count, by: step) {
                let subjects = Array(surplus[start..<min(start + step, surplus.count)])
                try await access.writeAcross("maintenance of failures") { try FailureRows.forget(subjects, $0) }
            }
        }
    }

    /// Returns the current level of each bucket, in thousandths of a token. A clock that was set back refills nothing.
    private static func levels(
        _ claims: [RateLimitClaim],
        at now: Timestamp,
        _ transaction: any ReadTransaction
    ) throws -> [Int64] {
        guard !claims.isEmpty else { return [] }
        var stored: [Data: (tokens: Int64, updatedAt: Timestamp)] = [:]
        for row in try transaction.rows(
            "SELECT subject, tokens, updated_at FROM rate_limits WHERE subject IN \(list: claims.map(\.subject))"
        ) {
            stored[try row.get("subject")] = (try row.get("tokens"), try row.get("updated_at"))
        }
        return claims.map { claim in
            guard let (tokens, updatedAt) = stored[claim.subject] else { return claim.full }
            let passed = max(0, now.since(updatedAt).wholeMilliseconds)
            let period = max(1, claim.limit.period.wholeMilliseconds)
            guard passed < period else { return claim.full }
            return min(claim.full, tokens + passed * claim.full / period)
        }
    }

    private static func store(
        _ claims: [RateLimitClaim],
        levels: [Int64],
        at now: Timestamp,
        _ transaction: any WriteTransaction
    ) throws {
        guard !claims.isEmpty else { return }
        // One statement cannot change a row twice, and two claims may name one bucket.
        let buckets = zip(claims, levels).map { claim, level in
            (claim.subject, (level: level, fullAt: now + claim.refill(from: level)))
        }
        let lowest = Dictionary(buckets, uniquingKeysWith: { $0.level < $1.level ? $0 : $1 })
        let rows = lowest.map { [$0.key.sqlValue, $0.value.level.sqlValue, now.sqlValue, $0.value.fullAt.sqlValue] }
        try transaction.execute(
            """
            INSERT INTO rate_limits (subject, tokens, updated_at, full_at) VALUES \(rows: rows)
            ON CONFLICT (subject) DO UPDATE
            SET tokens = excluded.tokens, updated_at = excluded.updated_at, full_at = excluded.full_at
            """
        )
    }
}

extension RateLimitClaim {
    var full: Int64 { Int64(limit.capacity) * 1000 }

    /// The cost in thousandths of a token.
    var cost: Int64 { Int64(count) * 1000 }

    /// Returns the time until the bucket is full again, rounded up to milliseconds.
    func refill(from level: Int64) -> Duration {
        let missing = max(0, full - level)
        return .milliseconds((missing * limit.period.wholeMilliseconds + full - 1) / full)
    }

    func wait(from level: Int64) -> Duration {
        .milliseconds(max(1, (cost - level) * limit.period.wholeMilliseconds / full))
    }
}
