import Database
import Domain
import Foundation
import UseCases

/// Token buckets in the database, so that all nodes count together.
struct RateLimits: RateLimitStore {
    let access: StoreAccess

    func take(_ claims: [RateLimitClaim], at moment: Timestamp) async throws(DomainError) -> RateLimitAnswer {
        try await access.writeAcross("rate limits") { transaction in
            let levels = try claims.map { try Self.level($0, at: moment, transaction) }
            let waits = zip(claims, levels).compactMap { claim, level in level >= claim.cost ? nil : claim.wait(from: level) }
            if let wait = waits.max() { return RateLimitAnswer(wait: wait, left: levels.map { Int($0 / 1000) }) }
            for (claim, level) in zip(claims, levels) { try Self.store(claim, level: level - claim.cost, at: moment, transaction) }
            return RateLimitAnswer(wait: nil, left: zip(claims, levels).map { Int(($1 - $0.cost) / 1000) })
        }
    }

    func giveBack(_ claims: [RateLimitClaim], at moment: Timestamp) async throws(DomainError) {
        try await access.writeAcross("rate limits") { transaction in
            for claim in claims {
                let level = try Self.level(claim, at: moment, transaction)
                try Self.store(claim, level: min(level + claim.cost, claim.full), at: moment, transaction)
            }
        }
    }

    func forget(before moment: Timestamp, limit: Int) async throws(DomainError) -> Int {
        try await access.writeAcross("rate limits") { transaction in
            try transaction.execute(
                """
                DELETE FROM rate_limits WHERE subject IN (
                    SELECT subject FROM rate_limits WHERE updated_at < \(moment) LIMIT \(limit))
                """)
        }
    }

    /// Thousandths of a token that the bucket holds now. A clock that went back refills nothing.
    private static func level(_ claim: RateLimitClaim, at moment: Timestamp, _ transaction: any ReadTransaction) throws -> Int64 {
        guard let row = try transaction.row("SELECT tokens, updated_at FROM rate_limits WHERE subject = \(claim.subject)") else {
            return claim.full
        }
        let tokens: Int64 = try row.get("tokens")
        let passed = max(0, moment.since(try row.get("updated_at")).wholeMilliseconds)
        let period = max(1, claim.limit.period.wholeMilliseconds)
        guard passed < period else { return claim.full }
        return min(claim.full, tokens + passed * claim.full / period)
    }

    private static func store(_ claim: RateLimitClaim, level: Int64, at moment: Timestamp, _ transaction: any WriteTransaction) throws {
        try transaction.execute(
            """
            INSERT INTO rate_limits (subject, tokens, updated_at) VALUES (\(claim.subject), \(level), \(moment))
            ON CONFLICT (subject) DO UPDATE SET tokens = excluded.tokens, updated_at = excluded.updated_at
            """)
    }
}

extension RateLimitClaim {
    var full: Int64 { Int64(limit.capacity) * 1000 }

    /// Thousandths of a token.
    var cost: Int64 { Int64(count) * 1000 }

    func wait(from level: Int64) -> Duration {
        .milliseconds(max(1, (cost - level) * limit.period.wholeMilliseconds / full))
    }
}
