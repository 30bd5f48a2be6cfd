import Domain
import Foundation

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
