import Domain

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
