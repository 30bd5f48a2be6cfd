import Crypto
import Domain
import Foundation

/// A token bucket: `capacity` at once, refilled evenly over `period`.
public struct RateLimit: Sendable, Hashable {
    public let name: StaticName
    public let capacity: Int
    public let period: Duration

    /// Fixed in the source, so that the list of buckets is closed.
    public struct StaticName: Sendable, Hashable, ExpressibleByStringLiteral {
        public let text: String
        public init(stringLiteral value: StaticString) { text = value.description }
    }

    public init(_ name: StaticName, capacity: Int, per period: Duration) {
        self.name = name
        self.capacity = capacity
        self.period = period
    }

    /// Wrong guesses of one account's password from one network: ten in 15 minutes. Strangers use their own tries up, not the person's.
    public static let signInByAccountAndNetwork = RateLimit("sign-in/account-network", capacity: 10, per: .minutes(15))
    /// Wrong guesses of one account's password from all networks together: a hundred an hour, so that many addresses gain little.
    public static let signInByAccount = RateLimit("sign-in/account", capacity: 100, per: .hours(1))
    /// Attempts from one address (IPv6: its /64): thirty a minute.
    public static let signInByAddress = RateLimit("sign-in/address", capacity: 30, per: .minutes(1))
    /// Attempts at one tenant: twenty a second.
    public static let signInByTenant = RateLimit("sign-in/tenant", capacity: 1200, per: .minutes(1))
    /// Wrong codes of a second factor, after the right password: ten in 15 minutes from one network, fifty an hour from all. Of a
    /// million codes three are right at once.
    public static let codeByAccountAndNetwork = RateLimit("code/account-network", capacity: 10, per: .minutes(15))
    public static let codeByAccount = RateLimit("code/account", capacity: 50, per: .hours(1))
    public static let signUpByAddress = RateLimit("sign-up/address", capacity: 30, per: .minutes(1))
    /// Notifications in Apple's name that are refused and told of: ten a minute.
    static let refusedNoticeByTenant = RateLimit("apple-notice/tenant", capacity: 10, per: .minutes(1))
    /// Questions to Apple whether a tenant's settings are right: ten a minute.
    static let appleCheckByTenant = RateLimit("apple-check/tenant", capacity: 10, per: .minutes(1))
    /// Tries of one-time links from one address.
    public static let linkByAddress = RateLimit("link/address", capacity: 20, per: .minutes(1))
    /// Codes that one address of a tenant's exchanges: a back end may do so for all its people, and nobody guesses one.
    public static let exchangeByAddress = RateLimit("exchange/address", capacity: 600, per: .minutes(1))
    /// Messages to one mailbox: five in 15 minutes.
    public static let messageByAccount = RateLimit("message/account", capacity: 5, per: .minutes(15))
    /// Messages asked for from one address: thirty an hour.
    public static let messageByAddress = RateLimit("message/address", capacity: 30, per: .hours(1))
    /// Messages of one tenant: a thousand an hour.
    public static let messageByTenant = RateLimit("message/tenant", capacity: 1000, per: .hours(1))
}

/// Tokens of a bucket that are wanted: the bucket's kind, and whose it is.
public struct RateLimitClaim: Sendable, Hashable {
    public let limit: RateLimit
    /// A keyed hash: no address and no mail is stored.
    public let subject: Data
    /// How many; at most the bucket's capacity.
    public let count: Int

    public init(limit: RateLimit, subject: Data, count: Int = 1) {
        self.limit = limit
        self.subject = subject
        self.count = min(count, limit.capacity)
    }
}

/// What became of claims.
public struct RateLimitAnswer: Sendable, Hashable {
    /// How long until all claims could be taken; nil when they were.
    public let wait: Duration?
    /// Whole tokens that each bucket holds now.
    public let left: [Int]

    public init(wait: Duration?, left: [Int]) {
        self.wait = wait
        self.left = left
    }
}

/// Buckets shared by all nodes.
public protocol RateLimitStore: Sendable {
    /// Takes the tokens of all claims, or none at all, in one transaction.
    func take(_ claims: [RateLimitClaim], at moment: Timestamp) async throws(DomainError) -> RateLimitAnswer
    /// Gives the tokens back, up to each bucket's capacity.
    func giveBack(_ claims: [RateLimitClaim], at moment: Timestamp) async throws(DomainError)
    /// Forgets buckets that have been full since before `moment`; at most `limit` of them.
    func forget(before moment: Timestamp, limit: Int) async throws(DomainError) -> Int
}

/// Counts before the work is done: the token is taken before a password is hashed, so that guesses in parallel are counted too.
public struct RateLimiter: Sendable {
    let store: any RateLimitStore
    let key: SymmetricKey
    let now: @Sendable () -> Timestamp

    public init(store: any RateLimitStore, root: RootKey, now: @escaping @Sendable () -> Timestamp) {
        self.store = store
        self.now = now
        key = root.derived(for: .limits)
    }

    public func claim(_ limit: RateLimit, tenant: Tenant.ID?, subject: String, count: Int = 1) -> RateLimitClaim {
        var code = HMAC<SHA256>(key: key)
        code.update(data: Data(limit.name.text.utf8))
        code.update(data: (tenant ?? Tenant.installation).uuid.bytes)
        code.update(data: Data(subject.utf8))
        return RateLimitClaim(limit: limit, subject: Data(code.finalize()), count: count)
    }

    /// - Throws: `.throttled` with the time to wait.
    public func take(_ claims: [RateLimitClaim]) async throws(DomainError) {
        if let wait = try await store.take(claims, at: now()).wait { throw .throttled(retryAfter: wait) }
    }

    /// Takes tokens to be spent little by little: all of them or none.
    public func borrow(_ claims: [RateLimitClaim]) async throws(DomainError) -> RateLimitAnswer {
        try await store.take(claims, at: now())
    }

    /// Sessions whose addresses tell a person's own network from a stranger's.
    static let knownSessions = 50

    /// Counts a try of an account's password.
    ///
    /// Guesses from many networks use up what all of them have together, and must not lock the person out: from a network where they
    /// have been signed in, their own bucket alone counts.
    /// - Parameters:
    ///   - claims: taken with it.
    ///   - addresses: of the account's sessions; asked for only when a bucket is empty.
    /// - Returns: what who is right gets back.
    func takeSignIn(
        of email: EmailAddress, tenant: Tenant.ID?, from origin: Principal.Origin, with claims: [RateLimitClaim],
        addresses: () async throws(DomainError) -> [String]
    ) async throws(DomainError) -> [RateLimitClaim] {
        let all = signInsByAccount(email, tenant: tenant, from: origin)
        guard let wait = try await store.take(all + claims, at: now()).wait else { return all }
        let network = AddressNetwork.of(origin.address)
        let own = all.filter { $0.limit == .signInByAccountAndNetwork }
        guard try await addresses().contains(where: { AddressNetwork.of($0) == network }) else { throw .throttled(retryAfter: wait) }
        try await take(own + claims)
        return own
    }

    /// What one try of an account's password takes; who is right gets it back.
    private func signInsByAccount(_ email: EmailAddress, tenant: Tenant.ID?, from origin: Principal.Origin) -> [RateLimitClaim] {
        let account = email.description
        return [
            claim(.signInByAccountAndNetwork, tenant: tenant, subject: "\(account)\n\(AddressNetwork.of(origin.address))"),
            claim(.signInByAccount, tenant: tenant, subject: account),
        ]
    }

    /// What one proof takes that someone who is signed in is still the same person; who is right gets it back.
    func proofs(of user: User.ID, tenant: Tenant.ID, from origin: Principal.Origin) -> [RateLimitClaim] {
        [
            claim(.signInByAccountAndNetwork, tenant: tenant, subject: "\(user)\n\(AddressNetwork.of(origin.address))"),
            claim(.signInByAccount, tenant: tenant, subject: user.description),
        ]
    }

    func signInByAddress(tenant: Tenant.ID?, from origin: Principal.Origin) -> RateLimitClaim {
        claim(.signInByAddress, tenant: tenant, subject: AddressNetwork.of(origin.address))
    }

    public func giveBack(_ claims: [RateLimitClaim]) async throws(DomainError) {
        try await store.giveBack(claims, at: now())
    }
}

/// What a limit by address counts: an IPv4 address, or the /64 network of an IPv6 one.
public enum AddressNetwork {
    public static func of(_ address: String) -> String {
        guard address.contains(":") else { return address }
        var bytes = in6_addr()
        guard inet_pton(AF_INET6, address, &bytes) == 1 else { return address }
        return withUnsafeBytes(of: &bytes) { Hexadecimal.encode(Array($0.prefix(8))) }
    }
}
