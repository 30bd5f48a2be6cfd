import Crypto
import Domain
import Foundation

extension RateLimit {
    /// Digits typed for one mailbox from one network: five, and five more with each message that is asked for from
    /// there.
    static let digitsByMailboxAndNetwork = RateLimit(
        "digits/mailbox-network",
        capacity: OneTimeLink.maximumTries,
        per: .minutes(30)
    )
    /// The same in a day, however many messages are asked for.
    static let digitsByMailboxAndNetworkInDay = RateLimit("digits/mailbox-network-day", capacity: 25, per: .days(1))
    /// Digits typed for one mailbox, from all networks together.
    static let digitsByMailbox = RateLimit("digits/mailbox", capacity: 50, per: .days(1))
}

/// The digits of a message that can be typed in place of its link.
///
/// Tries are counted by the mailbox that is named, before anything is looked up: the same for one that nobody has. So a
/// stranger who types wrong digits for a mailbox uses up the tries of their own network. When those of all networks are
/// used up, the digits are good only from the network that asked for the message, and the link of the message is good
/// in any case.
///
/// Eight digits are a hundred million. Of messages of two kinds six each can be open at a time, so an attacker on many
/// networks has 50 tries a day at twelve: one chance in 160,000; from one network 25. More are had only by asking for
/// messages: five tries with each, at what that network asked for alone, and a mailbox takes five messages in 15
/// minutes, so 2,400 a day from a hundred networks: one chance in twenty thousand, with 480 messages that tell the
/// owner of it. NIST SP 800-63B allows a hundred failures in a row, of six digits; here each message is another
/// authenticator and has five from where it was asked for.
extension AccountLinks {
    /// A try that was counted.
    struct DigitsTry: Sendable {
        let key: LinkKey
        /// What whoever is right gets back.
        let claims: [RateLimitClaim]
    }

    /// Counts a try of digits.
    /// - Parameter digits: spaces among them do not matter.
    /// - Throws: `.notFound(.link)` when this network has had its tries.
    func counted(
        _ digits: String,
        at email: EmailAddress,
        in tenant: Tenant.ID,
        from origin: Principal.Origin
    ) async throws(DomainError) -> DigitsTry {
        let subject = Self.subject(email, origin)
        let own = [
            limiter.claim(.digitsByMailboxAndNetwork, tenant: tenant, subject: subject),
            limiter.claim(.digitsByMailboxAndNetworkInDay, tenant: tenant, subject: subject),
        ]
        let all = own + [limiter.claim(.digitsByMailbox, tenant: tenant, subject: email.description)]
        if try await limiter.borrow(all).wait == nil {
            return DigitsTry(key: key(digits, email, askedBy: nil), claims: all)
        }
        guard try await limiter.borrow(own).wait == nil else { throw .notFound(.link) }
        return DigitsTry(key: key(digits, email, askedBy: networkKey(of: origin.address, in: tenant)), claims: own)
    }

    /// Gives a network that asks for digits its tries of them, whether or not there is such a mailbox.
    func renewTries(at email: EmailAddress, at place: SignInContext) async throws(DomainError) {
        let limit = RateLimit.digitsByMailboxAndNetwork
        try await limiter.giveBack([
            limiter.claim(
                limit,
                tenant: place.tenant.id,
                subject: Self.subject(email, place.origin),
                count: limit.capacity
            )
        ])
    }

    /// Tells a network from another one; no address is kept.
    func networkKey(of address: String, in tenant: Tenant.ID) -> Data {
        var code = HMAC<SHA256>(key: key)
        code.update(data: Data("network\n".utf8))
        code.update(data: tenant.uuid.bytes)
        code.update(data: Data(AddressNetwork.of(address).utf8))
        return Data(code.finalize())
    }

    private static func subject(_ email: EmailAddress, _ origin: Principal.Origin) -> String {
        "\(email)\n\(AddressNetwork.of(origin.address))"
    }

    private func key(_ digits: String, _ email: EmailAddress, askedBy: Data?) -> LinkKey {
        let plain = digits.filter { !$0.isWhitespace }
        return .digits(email, askedBy: askedBy) { [key] token, stored in
            HMAC<SHA256>.isValidAuthenticationCode(stored, authenticating: token.bytes + Data(plain.utf8), using: key)
        }
    }
}
