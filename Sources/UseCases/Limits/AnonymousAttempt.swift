import Domain
import Foundation

/// Lists the attempts that anyone can make at a tenant or at the console without an account. Each has buckets of its
/// own, so that a flood of one kind stops no other.
enum AnonymousAttempt: Sendable, CaseIterable {
    case passwordSignIn, passwordSignUp, guestSignUp, appleSignIn
    /// A sign-in at the console, with or without the name of a tenant.
    case consoleSignIn

    /// The rate of such attempts from all networks: twenty a second at a tenant, ten at the console.
    var total: RateLimit {
        switch self {
        case .passwordSignIn: RateLimit("sign-in/tenant", capacity: 1200, per: .minutes(1))
        case .passwordSignUp: RateLimit("sign-up/tenant", capacity: 1200, per: .minutes(1))
        case .guestSignUp: RateLimit("guest/tenant", capacity: 1200, per: .minutes(1))
        case .appleSignIn: RateLimit("apple/tenant", capacity: 1200, per: .minutes(1))
        case .consoleSignIn: RateLimit("sign-in/console", capacity: 600, per: .minutes(1))
        }
    }

    /// The part of that which one IPv6 /48 or IPv4 /24 may use: a quarter.
    var ofNetwork: RateLimit {
        switch self {
        case .passwordSignIn: RateLimit("sign-in/tenant-network", capacity: 300, per: .minutes(1))
        case .passwordSignUp: RateLimit("sign-up/tenant-network", capacity: 300, per: .minutes(1))
        case .guestSignUp: RateLimit("guest/tenant-network", capacity: 300, per: .minutes(1))
        case .appleSignIn: RateLimit("apple/tenant-network", capacity: 300, per: .minutes(1))
        case .consoleSignIn: RateLimit("sign-in/console-network", capacity: 150, per: .minutes(1))
        }
    }

    /// The attempts of each IPv6 /48 or IPv4 /24 while the total is used up: three a minute. An attacker who uses the
    /// total up from a few networks does not stop users of other networks.
    var reserved: RateLimit {
        switch self {
        case .passwordSignIn: RateLimit("sign-in/tenant-reserve", capacity: 3, per: .minutes(1))
        case .passwordSignUp: RateLimit("sign-up/tenant-reserve", capacity: 3, per: .minutes(1))
        case .guestSignUp: RateLimit("guest/tenant-reserve", capacity: 3, per: .minutes(1))
        case .appleSignIn: RateLimit("apple/tenant-reserve", capacity: 3, per: .minutes(1))
        case .consoleSignIn: RateLimit("sign-in/console-reserve", capacity: 3, per: .minutes(1))
        }
    }
}

/// The tokens that one attempt takes from the limits that all networks share.
struct AttemptShare: Sendable {
    /// The claim on the limit of all networks.
    let total: RateLimitClaim
    /// The claim on the network's part of that limit.
    let ofNetwork: RateLimitClaim
    /// The claim that is taken instead of `total` when that is used up.
    let reserved: RateLimitClaim
}

extension RateLimiter {
    /// - Parameter tenant: nil for the console.
    func share(of attempt: AnonymousAttempt, tenant: Tenant.ID?, from origin: RequestOrigin) -> AttemptShare {
        let network = AddressNetwork.widest(origin.address)
        return AttemptShare(
            total: claim(attempt.total, tenant: tenant, subject: ""),
            ofNetwork: claim(attempt.ofNetwork, tenant: tenant, subject: network),
            reserved: claim(attempt.reserved, tenant: tenant, subject: network)
        )
    }

    /// Takes claims together with the share of an attempt: all of them or none.
    func borrow(
        _ claims: [RateLimitClaim],
        _ share: AttemptShare,
        counting failures: [Data] = []
    ) async throws(DomainError) -> TakenShare {
        let answer = try await store.take([share.total, share.ofNetwork] + claims, counting: failures, at: now())
        guard answer.wait != nil, answer.left.first == 0 else {
            return TakenShare(answer: answer, total: [share.total])
        }
        let reserved = try await store.take([share.reserved, share.ofNetwork] + claims, counting: failures, at: now())
        return TakenShare(answer: reserved)
    }

    /// - Returns: the tokens to return when the attempt fails early.
    /// - Throws: `.throttled` with the time to wait.
    @discardableResult
    func take(_ claims: [RateLimitClaim], _ share: AttemptShare) async throws(DomainError) -> [RateLimitClaim] {
        let taken = try await borrow(claims, share)
        if let wait = taken.answer.wait { throw .throttled(retryAfter: wait) }
        return taken.total
    }
}

/// The tokens taken for an attempt.
struct TakenShare: Sendable {
    let answer: RateLimitAnswer
    /// The tokens returned when the attempt fails early; none where the network's reserve was taken.
    var total: [RateLimitClaim] = []
}
