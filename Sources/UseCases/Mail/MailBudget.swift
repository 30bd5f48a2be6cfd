import Domain

extension RateLimit {
    /// Of a tenant's messages, those that somebody asked for: the rest is kept for notices and invitations.
    static let messageAskedOfTenant = RateLimit("message/tenant-asked", capacity: 900, per: .hours(1))
    /// Of a tenant's messages, those to mailboxes that nobody has confirmed. Anyone has them written, by signing up
    /// with addresses of others; half of all is left for people whose mailbox is confirmed.
    static let messageToUnconfirmed = RateLimit("message/tenant-unconfirmed", capacity: 500, per: .hours(1))
    /// Of them, those that are asked for from one IPv6 /48 or IPv4 /24: a quarter.
    static let messageToUnconfirmedByNetwork = RateLimit(
        "message/tenant-unconfirmed-network",
        capacity: 125,
        per: .hours(1)
    )
    /// Messages to one unconfirmed mailbox, of one tenant: three, then one in twenty minutes, and after five one a day.
    /// Its owner may never have asked.
    static let messageToUnconfirmedMailbox = RateLimit("message/unconfirmed-mailbox", capacity: 3, per: .hours(1))
    static let messageToUnconfirmedMailboxInDays = RateLimit(
        "message/unconfirmed-mailbox-days",
        capacity: 5,
        per: .days(5)
    )
    /// Messages of all tenants together to one mailbox that is not confirmed there: six, then one a day.
    static let messageToUnconfirmedMailboxOfAll = RateLimit(
        "message/unconfirmed-mailbox-all",
        capacity: 6,
        per: .days(6)
    )
    /// Messages of one kind to one mailbox that nobody asked for by its address. Not those of `messageByAccount`:
    /// anyone may use them up, and then the owner would not hear of another password.
    static let noticeByMailbox = RateLimit("notice/mailbox", capacity: 5, per: .hours(1))
}

/// How many messages are written: by a tenant, and to a mailbox that did not ask.
///
/// A message is charged when it is written, to somebody who is there. Asking costs nothing, so nobody uses a tenant's
/// messages up with addresses that nobody has. What the budget does not allow is dropped, not kept: it would take the
/// places of messages that can be sent.
struct MailBudget: Sendable {
    enum Kind: Sendable {
        /// Asked for by whoever typed the address.
        case asked(EmailAddress, isConfirmed: Bool, from: Principal.Origin)
        /// Tells the owner of a confirmed mailbox what was done.
        case notice(AccountNotice, EmailAddress)
        /// Tells the owner of a confirmed mailbox that another one is asked for. Asking is counted by the mailbox
        /// already.
        case stop
        /// Of an administrator, or the tenant's back end.
        case invitation(EmailAddress)
    }

    let limiter: RateLimiter

    /// Writes a message and charges it; what was not written is not charged.
    /// - Parameters:
    ///   - user: whose mailbox it is; nil for someone who has no account before it is written.
    ///   - write: gives nil when there is nobody to write to after all.
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
        return .nobody
    }

    /// Someone has shown that the mailbox is theirs: what they had sent to it does not count any more.
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
