import ConsoleKit
import Domain
import UseCases
import WebCore

/// How a person stands with Apple, in a card of their page.
struct AppleLinkView: Sendable {
    let badge: BadgeView
    let facts: [FactView]
}

extension AppleLinkView {
    /// - Parameter linked: when the person first came with Apple.
    init(_ link: AppleLink, linked: Timestamp?, email: EmailAddress?, _ clock: PageClock) {
        let accountStatus = link.accountStatus
        var facts: [FactView] = []
        if let linked { facts.append(FactView("Linked", at: clock.relative(linked))) }
        facts.append(FactView("Last sign-in", at: clock.relative(accountStatus.authorizedAt)))
        if let withdrawn = accountStatus.withdrawal {
            facts.append(FactView("Authorization revoked", at: clock.relative(withdrawn)))
        }
        if let deleted = accountStatus.accountDeletedAt {
            facts.append(FactView("Apple Account deleted", at: clock.relative(deleted)))
        }
        facts.append(
            link.confirmedAt.map { FactView("Last verified", at: clock.relative($0)) }
                ?? FactView("Last verified", "Not verified: there is no Apple token to check")
        )
        if let mail = Self.mail(accountStatus, email, clock) { facts.append(FactView("Email relay", mail)) }
        if link.isRevocationWaiting {
            facts.append(FactView("Revocation at Apple", "Pending"))
        }
        self.init(badge: accountStatus.badge, facts: facts)
    }

    /// What becomes of mail to an address of Apple's relay; nil for other addresses that Apple has told nothing of.
    private static func mail(_ accountStatus: AppleAccountStatus, _ email: EmailAddress?, _ clock: PageClock) -> String?
    {
        let since = accountStatus.mailChangedAt.map { " \(clock.inSentence($0))" } ?? ""
        switch accountStatus.forwardsMail {
        case true?: return "Turned on\(since)"
        case false?: return "Turned off by the user\(since): email to this address does not arrive"
        case nil: return email?.isAppleRelay == true ? "On, as far as Apple has reported" : nil
        }
    }
}

extension AppleAccountStatus {
    /// Nil when the person came back since.
    fileprivate var withdrawal: Timestamp? { withdrawnAt.flatMap { isWithdrawn(since: authorizedAt) ? $0 : nil } }

    fileprivate var badge: BadgeView {
        if isAccountGone { return BadgeView(.cancelled, "Apple Account deleted") }
        return withdrawal == nil ? BadgeView(.success, "Linked") : BadgeView(.rejected, "Authorization revoked")
    }
}

extension EmailAddress {
    /// An address that Apple made up for one person and one team.
    fileprivate var isAppleRelay: Bool { description.lowercased().hasSuffix("@privaterelay.appleid.com") }
}
