import Crypto
import Domain
import Foundation

extension RateLimit {
    /// Tries of codes for one mailbox from one network: five, and five more with each message requested from there.
    static let digitsByMailboxAndNetwork = RateLimit(
        "digits/mailbox-network",
        capacity: OneTimeLink.maximumTries,
        per: .minutes(30)
    )
    /// Tries of codes for one mailbox from one network in a day, however many messages are requested.
    static let digitsByMailboxAndNetworkInDay = RateLimit("digits/mailbox-network-day", capacity: 25, per: .days(1))
    /// Tries of codes for one mailbox, from all networks together.
    static let digitsByMailbox = RateLimit("digits/mailbox", capacity: 50, per: .days(1))
}

/// Checks the code of a message that can be typed instead of using its link.
///
/// Tries are counted by the named mailbox, before any lookup, also for an unknown one. So an attacker who types wrong
/// codes for a mailbox uses up the tries of their own network. When those of all networks are used up, the code is
/// valid only from the network that requested the message, and the link of the message is valid in any case.
///
/// A code of eight digits has a hundred million values. Of messages of two kinds six each can be open at a time, so an
/// attacker on many networks has 50 tries a day at twelve codes: one chance in 160,000; from one network 25. An
/// attacker gets more only by requesting messages: five tries with each, at the codes that network requested alone, and
/// a mailbox takes five messages in 15 minutes, so 2,400 a day from a hundred networks: one chance in twenty thousand,
/// with 480 messages that alert the owner. NIST SP 800-63B allows a hundred failures in a row, of six digits; here each
/// message is another authenticator and has five from the network that requested it.
extension AccountLinks {
    /// A counted try of a code.
    struct DigitsTry: Sendable {
        let key: LinkKey
        /// The tokens that a correct code returns.
        let claims: [RateLimitClaim]
    }

    /// Counts a try of a code.
    /// - Parameter digits: the code as it was typed.
    /// - Returns: nil when this network has used its tries up.
    func counted(
        _ digits: String,
        at email: EmailAddress,
        in tenant: Tenant.ID,
        from origin: RequestOrigin
    ) async throws(DomainError) -> DigitsTry? {
        let subject = Self.subject(email, origin)
        let own = [
            limiter.claim(.digitsByMailboxAndNetwork, tenant: tenant, subject: subject),
            limiter.claim(.digitsByMailboxAndNetworkInDay, tenant: tenant, subject: subject),
        ]
        let all = own + [limiter.claim(.digitsByMailbox, tenant: tenant, subject: email.description)]
        if try await limiter.borrow(all).wait == nil {
            return DigitsTry(key: key(digits, email, askedBy: nil), claims: all)
        }
        guard try await limiter.borrow(own).wait == nil else { return nil }
        return DigitsTry(key: key(digits, email, askedBy: networkKey(of: origin.address, in: tenant)), claims: own)
    }

    /// Resets the tries of a network that requests a code, whether or not the mailbox is known.
    func renewTries(at email: EmailAddress, in context: SignInContext) async throws(DomainError) {
        let limit = RateLimit.digitsByMailboxAndNetwork
        try await limiter.giveBack([
            limiter.claim(
                limit,
                tenant: context.tenant.id,
                subject: Self.subject(email, context.origin),
                count: limit.capacity
            )
        ])
    }

    /// Returns a keyed hash that identifies a network; no address is stored.
    func networkKey(of address: String, in tenant: Tenant.ID) -> Data {
        var code = HMAC<SHA256>(key: key)
        code.update(data: Data("network\n".utf8))
        code.update(data: tenant.uuid.bytes)
        code.update(data: Data(AddressNetwork.of(address).utf8))
        return Data(code.finalize())
    }

    private static func subject(_ email: EmailAddress, _ origin: RequestOrigin) -> String {
        "\(email)\n\(AddressNetwork.of(origin.address))"
    }

    private func key(_ digits: String, _ email: EmailAddress, askedBy: Data?) -> LinkKey {
        let plain = TypedCode(digits).text
        return .digits(email, askedBy: askedBy) { [key] token, stored in
            HMAC<SHA256>.isValidAuthenticationCode(stored, authenticating: token.bytes + Data(plain.utf8), using: key)
        }
    }
}
