import Domain
import Foundation

extension RateLimit {
    /// Changes that one session makes to what is its person's own: 120 a minute. Whoever has stolen one leaves tries to
    /// the others, with which its owner ends it.
    static let ownChangeBySession = RateLimit("own-change/session", capacity: 120, per: .minutes(1))
    /// The same of all sessions of one person: 240 a minute.
    static let ownChangeByUser = RateLimit("own-change/user", capacity: 240, per: .minutes(1))
}

/// Bounds how often someone changes what is their own: profile, address, password, ways to sign in, second factor,
/// sessions.
///
/// Counted where a signed-in person is let in, for everything but reading, so that no route can forget it; and in the
/// forms of the console.
public struct SelfServiceLimits: Sendable {
    private let limiter: RateLimiter
    /// What is too much for this process alone costs no write.
    private let buckets = TokenBuckets()

    init(limiter: RateLimiter) {
        self.limiter = limiter
    }

    /// - Throws: `.throttled`
    public func take(_ record: SessionRecord) async throws(DomainError) {
        let tenant = record.tenant.id
        try await take([
            limiter.claim(.ownChangeBySession, tenant: tenant, subject: record.session.id.description),
            limiter.claim(.ownChangeByUser, tenant: tenant, subject: record.user.id.description),
        ])
    }

    /// - Throws: `.throttled`
    public func take(_ visitor: ConsoleUser) async throws(DomainError) {
        switch visitor {
        case .member(let record): try await take(record)
        case .operator(let person, _):
            try await take([limiter.claim(.ownChangeByUser, tenant: nil, subject: person.id.description)])
        }
    }

    private func take(_ claims: [RateLimitClaim]) async throws(DomainError) {
        if let wait = buckets.take(claims, at: limiter.now()).wait { throw .throttled(retryAfter: wait) }
        try await limiter.take(claims)
    }
}
