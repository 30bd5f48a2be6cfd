import Domain

/// Limits the messages of a tenant, and those to a mailbox whose owner did not request them.
///
/// A message is charged when it is written to an existing user. A request costs nothing, so an attacker cannot use up a
/// tenant's messages with unknown addresses. A message over the budget is dropped, not kept: it would take the place of
/// messages that can be sent.
struct MailBudget: Sendable {
    enum Kind: Sendable {
        /// Requested by a client that typed the address.
        case asked(EmailAddress, isConfirmed: Bool, from: RequestOrigin)
        /// Notifies the owner of a confirmed mailbox of a change that was made.
        case notice(AccountNotice, EmailAddress)
        /// Notifies the owner of a confirmed mailbox that another address is requested. The request is counted by
        /// mailbox already.
        case stop
        /// Sent by an administrator, or the tenant's backend.
        case invitation(EmailAddress)
    }

    let limiter: RateLimiter

    /// Writes a message and charges it; one that was not written is not charged.
    /// - Parameters:
    ///   - user: the user whose mailbox it is; nil for one who has no account before the message is written.
    ///   - write: returns nil when there is no recipient after all.
    func spend(
        on kind: Kind,
        to user: User.ID?,
        in tenant: Tenant.ID,
        _ write: () async throws(DomainError) -> MailMessage?
    ) async throws(DomainError) -> MailQueue.Written {
        let claims = claims(kind, in: tenant)
        do throws(DomainError) { try await limiter.take(claims) } catch {
            guard case .throttled = error else { throw error }
            return .overBudget(user)
        }
        do throws(DomainError) {
            if let message = try await write() { return .message(message, to: user) }
        } catch {
            try? await limiter.giveBack(claims)
            throw error
        }
        try await limiter.giveBack(claims)
        return .noRecipient
    }

    /// Refunds the messages to a mailbox that its owner has now confirmed.
    func confirm(_ email: EmailAddress, in tenant: Tenant.ID) async {
        let claims = mailboxClaims(email, in: tenant).map {
            RateLimitClaim(limit: $0.limit, subject: $0.subject, count: $0.limit.capacity)
        }
        try? await limiter.giveBack(claims)
    }

    private func mailboxClaims(_ email: EmailAddress, in tenant: Tenant.ID) -> [RateLimitClaim] {
        [
            limiter.claim(.messageToUnconfirmedMailbox, tenant: tenant, subject: email.description),
            limiter.claim(.messageToUnconfirmedMailboxInDays, tenant: tenant, subject: email.description),
            limiter.claim(.messageToUnconfirmedMailboxOfAll, tenant: nil, subject: email.description),
        ]
    }

    private func claims(_ kind: Kind, in tenant: Tenant.ID) -> [RateLimitClaim] {
        let all = limiter.claim(.messageByTenant, tenant: tenant, subject: "")
        let asked = limiter.claim(.messageAskedOfTenant, tenant: tenant, subject: "")
        switch kind {
        case .asked(_, isConfirmed: true, _): return [all, asked]
        case .asked(let email, isConfirmed: false, let origin):
            let network = AddressNetwork.widest(origin.address)
            let unconfirmed = [
                limiter.claim(.messageToUnconfirmed, tenant: tenant, subject: ""),
                limiter.claim(.messageToUnconfirmedByNetwork, tenant: tenant, subject: network),
            ]
            return [all, asked] + unconfirmed + mailboxClaims(email, in: tenant)
        case .stop: return [all]
        case .notice(let notice, let email):
            return [all, limiter.claim(.noticeByMailbox, tenant: tenant, subject: "\(notice.rawValue)\n\(email)")]
        case .invitation(let email):
            return [all, limiter.claim(.noticeByMailbox, tenant: tenant, subject: "invitation\n\(email)")]
        }
    }
}

extension RateLimit {
    /// A tenant's requested messages; the rest of its messages is reserved for notices and invitations.
    static let messageAskedOfTenant = RateLimit("message/tenant-asked", capacity: 900, per: .hours(1))
    /// A tenant's messages to unconfirmed mailboxes. Anyone can cause them, by signing up with other users' addresses;
    /// half of all messages is left for users with a confirmed mailbox.
    static let messageToUnconfirmed = RateLimit("message/tenant-unconfirmed", capacity: 500, per: .hours(1))
    /// A tenant's messages to unconfirmed mailboxes that one IPv6 /48 or IPv4 /24 requests: a quarter.
    static let messageToUnconfirmedByNetwork = RateLimit(
        "message/tenant-unconfirmed-network",
        capacity: 125,
        per: .hours(1)
    )
    /// Messages to one unconfirmed mailbox, of one tenant: three, then one in twenty minutes, and after five one a day.
    /// Its owner may never have requested one.
    static let messageToUnconfirmedMailbox = RateLimit("message/unconfirmed-mailbox", capacity: 3, per: .hours(1))
    static let messageToUnconfirmedMailboxInDays = RateLimit(
        "message/unconfirmed-mailbox-days",
        capacity: 5,
        per: .days(5)
    )
    /// Messages of all tenants together to one mailbox that they have not confirmed: six, then one a day.
    static let messageToUnconfirmedMailboxOfAll = RateLimit(
        "message/unconfirmed-mailbox-all",
        capacity: 6,
        per: .days(6)
    )
    /// Notices of one kind to one mailbox, which no request named by its address. They do not count against
    /// `messageByAccount`: anyone may use that up, and then the owner would get no notice of a changed password.
    static let noticeByMailbox = RateLimit("notice/mailbox", capacity: 5, per: .hours(1))
}
