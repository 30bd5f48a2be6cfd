import Domain
import UseCases

/// How a person stands with Apple, in a card of their page.
struct AppleLinkView: Sendable {
    let badge: BadgeView
    let facts: [FactView]
}

extension AppleLinkView {
    /// - Parameter linked: when the person first came with Apple.
    init(_ link: AppleLink, linked: Timestamp?, email: EmailAddress?, _ clock: PageClock) {
        let standing = link.standing
        var facts: [FactView] = []
        if let linked { facts.append(FactView("Linked", at: clock.relative(linked))) }
        facts.append(FactView("Signed in", at: clock.relative(standing.authorizedAt)))
        if let withdrawn = standing.withdrawal {
            facts.append(FactView("Right taken away", at: clock.relative(withdrawn)))
        }
        if let deleted = standing.accountDeletedAt {
            facts.append(FactView("Account given up", at: clock.relative(deleted)))
        }
        facts.append(
            link.confirmedAt.map { FactView("Confirmed", at: clock.relative($0)) }
                ?? FactView("Confirmed", "not asked: there is no token of Apple’s to ask about")
        )
        if let mail = Self.mail(standing, email, clock) { facts.append(FactView("Private mail", mail)) }
        if link.isRevocationWaiting {
            facts.append(FactView("To be told to Apple", "that the app is not wanted any more"))
        }
        self.init(badge: standing.badge, facts: facts)
    }

    /// What becomes of mail to an address of Apple's relay; nil for other addresses that Apple has told nothing of.
    private static func mail(_ standing: AppleAccountStatus, _ email: EmailAddress?, _ clock: PageClock) -> String? {
        let since = standing.mailChangedAt.map { ", \(clock.lowered($0))" } ?? ""
        switch standing.forwardsMail {
        case true?: return "passed on to the person\(since)"
        case false?: return "stopped by the person\(since): mail to this address does not arrive"
        case nil: return email?.isAppleRelay == true ? "passed on, as far as Apple has told" : nil
        }
    }
}

extension AppleAccountStatus {
    /// Nil when the person came back since.
    fileprivate var withdrawal: Timestamp? { withdrawnAt.flatMap { isWithdrawn(since: authorizedAt) ? $0 : nil } }

    fileprivate var badge: BadgeView {
        if isAccountGone { return BadgeView(.cancelled, "Account given up") }
        return withdrawal == nil ? BadgeView(.success, "Linked") : BadgeView(.rejected, "Right taken away")
    }
}

extension EmailAddress {
    /// An address that Apple made up for one person and one team.
    fileprivate var isAppleRelay: Bool { description.lowercased().hasSuffix("@privaterelay.appleid.com") }
}
