import Domain
import Foundation

/// Limits how often users change their own account: profile, address, password, sign-in methods, second factor,
/// sessions.
///
/// Counted where a session is authenticated, for every request but reads, so that no route can forget it; and in the
/// forms of the console.
public struct SelfServiceLimits: Sendable {
    private let limiter: RateLimiter
    /// Limits kept in this process alone cost no write.
    private let buckets = TokenBuckets<Data>()

    init(limiter: RateLimiter) { self.limiter = limiter }

    /// - Throws: `.throttled`
    public func take(_ record: SessionRecord) async throws(DomainError) {
        let tenant = record.tenant.id
        try await take([
            limiter.claim(.selfServiceBySession, tenant: tenant, subject: record.session.id.description),
            limiter.claim(.selfServiceByUser, tenant: tenant, subject: record.user.id.description),
        ])
    }

    /// - Throws: `.throttled`
    public func take(_ consoleUser: ConsoleUser) async throws(DomainError) {
        switch consoleUser {
        case .member(let record): try await take(record)
        case .operator(let account, _):
            try await take([limiter.claim(.selfServiceByUser, tenant: nil, subject: account.id.description)])
        }
    }

    private func take(_ claims: [RateLimitClaim]) async throws(DomainError) {
        if let wait = buckets.take(claims, at: limiter.now()).wait { throw .throttled(retryAfter: wait) }
        try await limiter.take(claims)
    }
}

extension RateLimit {
    /// Changes that one session makes to its user's own account: 120 a minute. A stolen session leaves tries to the
    /// others, with which the user ends it.
    static let selfServiceBySession = RateLimit("own-change/session", capacity: 120, per: .minutes(1))
    /// Changes that all sessions of one user make to the account: 240 a minute.
    static let selfServiceByUser = RateLimit("own-change/user", capacity: 240, per: .minutes(1))
}
