import Domain
import Foundation

/// What anyone can try at a tenant or at the console without an account. Each has buckets of its own, so that a flood
/// of one kind stops no other.
enum AnonymousAttempt: Sendable, CaseIterable {
    case passwordSignIn, passwordSignUp, guestSignUp, appleSignIn
    /// At the console, with or without the name of a tenant.
    case consoleSignIn

    /// How much of it there may be from everywhere: twenty a second at a tenant, ten at the console.
    var total: RateLimit {
        switch self {
        case .passwordSignIn: RateLimit("sign-in/tenant", capacity: 1200, per: .minutes(1))
        case .passwordSignUp: RateLimit("sign-up/tenant", capacity: 1200, per: .minutes(1))
        case .guestSignUp: RateLimit("guest/tenant", capacity: 1200, per: .minutes(1))
        case .appleSignIn: RateLimit("apple/tenant", capacity: 1200, per: .minutes(1))
        case .consoleSignIn: RateLimit("sign-in/console", capacity: 600, per: .minutes(1))
        }
    }

    /// Of that, what one IPv6 /48 or IPv4 /24 may use: a quarter.
    var ofNetwork: RateLimit {
        switch self {
        case .passwordSignIn: RateLimit("sign-in/tenant-network", capacity: 300, per: .minutes(1))
        case .passwordSignUp: RateLimit("sign-up/tenant-network", capacity: 300, per: .minutes(1))
        case .guestSignUp: RateLimit("guest/tenant-network", capacity: 300, per: .minutes(1))
        case .appleSignIn: RateLimit("apple/tenant-network", capacity: 300, per: .minutes(1))
        case .consoleSignIn: RateLimit("sign-in/console-network", capacity: 150, per: .minutes(1))
        }
    }

    /// What each IPv6 /48 or IPv4 /24 may do while the total is used up: three a minute. An attacker who uses the total
    /// up from a few networks does not stop users of other networks.
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

/// What one attempt takes of the attempts that all networks share.
struct AttemptShare: Sendable {
    /// Of what there is for everybody.
    let total: RateLimitClaim
    /// Of the part of it that the network may use.
    let ofNetwork: RateLimitClaim
    /// What is taken in place of `total` when that is used up.
    let reserved: RateLimitClaim
}

/// What was taken for an attempt.
struct TakenShare: Sendable {
    let answer: RateLimitAnswer
    /// What is given back when the attempt comes to nothing; none where the network's reserve was taken.
    var total: [RateLimitClaim] = []
}

extension RateLimiter {
    /// - Parameter tenant: nil for the console.
    func share(of attempt: AnonymousAttempt, tenant: Tenant.ID?, from origin: Principal.Origin) -> AttemptShare {
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

    /// - Returns: what is given back when the attempt comes to nothing.
    /// - Throws: `.throttled` with the time to wait.
    @discardableResult
    func take(_ claims: [RateLimitClaim], _ share: AttemptShare) async throws(DomainError) -> [RateLimitClaim] {
        let taken = try await borrow(claims, share)
        if let wait = taken.answer.wait { throw .throttled(retryAfter: wait) }
        return taken.total
    }
}
