import Domain
import Foundation

/// A token bucket: `capacity` at once, refilled evenly over `period`.
public struct RateLimit: Sendable, Hashable {
    public let name: StaticName
    public let capacity: Int
    public let period: Duration

    /// A name fixed in the source, so that the list of buckets is closed.
    public struct StaticName: Sendable, Hashable, ExpressibleByStringLiteral {
        public let text: String
        public init(stringLiteral value: StaticString) { text = value.description }
        fileprivate init(_ text: String) { self.text = text }
    }

    public init(_ name: StaticName, capacity: Int, per period: Duration) {
        self.name = name
        self.capacity = capacity
        self.period = period
    }

    /// Wrong guesses of one account's password from one network: ten in 15 minutes. Other networks use up their own
    /// tries, not the user's.
    public static let signInByAccountAndNetwork = RateLimit("sign-in/account-network", capacity: 10, per: .minutes(15))
    /// Wrong guesses of one account's password from all networks together: a hundred an hour, so that many addresses
    /// gain little.
    public static let signInByAccount = RateLimit("sign-in/account", capacity: 100, per: .hours(1))
    /// Attempts from one address (IPv6: its /64): thirty a minute. Wider networks have more, by the widening of each
    /// limit.
    public static let signInByAddress = RateLimit("sign-in/address", capacity: 30, per: .minutes(1))
    /// Wrong guesses of one account's password from a known device: ten in 15 minutes, which no other client uses up.
    static let signInByDevice = RateLimit("sign-in/device", capacity: 10, per: .minutes(15))
    /// Wrong codes of a second factor, after the right password: ten in 15 minutes from one network, fifty an hour from
    /// all. Of a million codes three are right at once.
    public static let codeByAccountAndNetwork = RateLimit("code/account-network", capacity: 10, per: .minutes(15))
    public static let codeByAccount = RateLimit("code/account", capacity: 50, per: .hours(1))
    public static let signUpByAddress = RateLimit("sign-up/address", capacity: 30, per: .minutes(1))
    /// Recorded rejections of notifications in Apple's name: ten a minute.
    static let rejectedNoticeByTenant = RateLimit("apple-notice/tenant", capacity: 10, per: .minutes(1))
    /// Checks of a tenant's settings with Apple: ten a minute.
    static let appleCheckByTenant = RateLimit("apple-check/tenant", capacity: 10, per: .minutes(1))
    /// Tries of one-time links from one address.
    public static let linkByAddress = RateLimit("link/address", capacity: 20, per: .minutes(1))
    /// Responses of Apple's page from one address: a browser brings one for each sign-in. Counted in memory, by each
    /// node.
    public static let appleCallbackByAddress = RateLimit("apple-callback/address", capacity: 60, per: .minutes(1))
    /// Exchanges of codes from one address at a tenant: a backend may exchange for all its users, and codes cannot be
    /// guessed.
    public static let exchangeByAddress = RateLimit("exchange/address", capacity: 600, per: .minutes(1))
    /// Messages to one mailbox: five in 15 minutes.
    public static let messageByAccount = RateLimit("message/account", capacity: 5, per: .minutes(15))
    /// The messages to an account that one IPv6 /48 or IPv4 /24 may request: four.
    static let messageByAccountAndNetwork = RateLimit("message/account-network", capacity: 4, per: .minutes(15))
    /// The messages that a network where the account is signed in may request when others have used the mailbox's limit
    /// up: three in 15 minutes.
    static let messageByAccountAndKnownNetwork = RateLimit(
        "message/account-known-network",
        capacity: 3,
        per: .minutes(15)
    )
    /// Messages requested from one address: thirty an hour.
    public static let messageByAddress = RateLimit("message/address", capacity: 30, per: .hours(1))
    /// Messages of one tenant: a thousand an hour.
    public static let messageByTenant = RateLimit("message/tenant", capacity: 1000, per: .hours(1))
}

extension RateLimit {
    /// The factor by which wider networks have more than an address, or an IPv6 /64.
    enum Widening {
        /// A limit over all accounts: four times for an IPv6 /56, eight times for a /48 and for an IPv4 /24.
        case ofAll
        /// A limit of one account: twice for a /56, four times for a /48 and for a /24, so that no network uses up the
        /// account's overall limit.
        case ofAccount

        fileprivate func factor(_ width: AddressNetwork.Width) -> Int {
            switch (self, width) {
            case (.ofAll, .ipv6Prefix56), (.ofAccount, .ipv4Prefix24), (.ofAccount, .ipv6Prefix48): 4
            case (.ofAll, .ipv4Prefix24), (.ofAll, .ipv6Prefix48): 8
            case (.ofAccount, .ipv6Prefix56): 2
            }
        }
    }

    /// Returns this limit for a wider network.
    func widened(to width: AddressNetwork.Width, _ widening: Widening) -> RateLimit {
        let suffix =
            switch width {
            case .ipv4Prefix24: "24"
            case .ipv6Prefix56: "56"
            case .ipv6Prefix48: "48"
            }
        return RateLimit(StaticName("\(name.text)/\(suffix)"), capacity: capacity * widening.factor(width), per: period)
    }
}

/// A request for tokens of one bucket: its kind, and its subject.
public struct TokenClaim<Subject: Hashable & Sendable>: Sendable, Hashable {
    public let limit: RateLimit
    public let subject: Subject
    /// The number of tokens; at most the bucket's capacity.
    public let count: Int

    public init(limit: RateLimit, subject: Subject, count: Int = 1) {
        self.limit = limit
        self.subject = subject
        self.count = min(count, limit.capacity)
    }
}

/// A claim whose subject is a keyed hash: neither an IP address nor an email address is stored.
public typealias RateLimitClaim = TokenClaim<Data>
