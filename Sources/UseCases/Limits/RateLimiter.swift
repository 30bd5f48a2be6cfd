import Crypto
import Domain
import Foundation

/// Counts before the work is done: the token is taken before a password is hashed, so that guesses in parallel are
/// counted too.
public struct RateLimiter: Sendable {
    let store: any RateLimitStore
    private let key: SymmetricKey
    let now: @Sendable () -> Timestamp

    init(store: any RateLimitStore, root: RootKey, now: @escaping @Sendable () -> Timestamp) {
        self.store = store
        self.now = now
        key = root.derived(for: .limits)
    }

    public func claim(_ limit: RateLimit, tenant: Tenant.ID?, subject: String, count: Int = 1) -> RateLimitClaim {
        RateLimitClaim(limit: limit, subject: keyed(limit.name.text, tenant: tenant, subject: subject), count: count)
    }

    /// Returns the key of a counter, so that neither an IP address nor an email address is stored.
    func keyed(_ name: String, tenant: Tenant.ID?, subject: String) -> Data {
        var code = HMAC<SHA256>(key: key)
        code.update(data: Data(name.utf8))
        code.update(data: (tenant ?? Tenant.installation).uuid.bytes)
        code.update(data: Data(subject.utf8))
        return Data(code.finalize())
    }

    /// Returns the key of a failure counter: it has the same prefix for all of one tenant, so that their number can be
    /// bounded.
    func keyedFailures(_ name: String, tenant: Tenant.ID?, subject: String) -> Data {
        let beginning = keyed("failures of tenant", tenant: tenant, subject: "").prefix(FailureSubject.commonBytes)
        return beginning + keyed(name, tenant: tenant, subject: subject).dropFirst(FailureSubject.commonBytes)
    }

    /// Returns the claims of one try, one for each width of its network: every limit by address is taken this way.
    /// - Parameter account: the account whose own limit it is.
    func claims(
        _ limit: RateLimit,
        tenant: Tenant.ID?,
        from origin: RequestOrigin,
        of account: String? = nil
    ) -> [RateLimitClaim] {
        let beginning = account.map { "\($0)\n" } ?? ""
        let own = claim(limit, tenant: tenant, subject: beginning + AddressNetwork.of(origin.address))
        return [own]
            + AddressNetwork.wider(than: origin.address).map { width, network in
                claim(
                    limit.widened(to: width, account == nil ? .ofAll : .ofAccount),
                    tenant: tenant,
                    subject: beginning + network
                )
            }
    }

    /// - Throws: `.throttled` with the time to wait.
    public func take(_ claims: [RateLimitClaim]) async throws(DomainError) {
        if let wait = try await borrow(claims).wait { throw .throttled(retryAfter: wait) }
    }

    /// Takes tokens to be spent little by little: all of them or none.
    public func borrow(_ claims: [RateLimitClaim]) async throws(DomainError) -> RateLimitAnswer {
        try await store.take(claims, counting: [], at: now())
    }

    public func giveBack(_ claims: [RateLimitClaim]) async throws(DomainError) {
        try await store.giveBack(claims, .none, at: now())
    }
}

/// Names the subjects of failures in a row.
public enum FailureSubject {
    /// The number of leading bytes that are equal for all keys of one tenant, or of the console.
    public static let commonBytes = 8
}
