import ConsoleKit
import Domain
import UseCases

/// The link to an Apple Account, in a card of the user's page.
struct AppleLinkView: Sendable {
    let badge: BadgeView
    let facts: [FactView]
}

extension AppleLinkView {
    /// - Parameter linked: the first sign-in with Apple.
    init(_ link: AppleLink, linked: Timestamp?, email: EmailAddress?, _ clock: PageClock, _ texts: Texts) {
        let status = link.accountStatus
        func fact(_ term: TextKey, _ time: Timestamp?) -> FactView? {
            time.map { FactView(texts(term), at: clock.relative($0)) }
        }
        let facts = [
            fact("users.apple-linked-at", linked),
            fact("users.apple-signed-in", status.authorizedAt),
            fact("users.apple-revoked", status.withdrawal),
            fact("users.apple-deleted", status.accountDeletedAt),
            fact("users.apple-verified", link.confirmedAt)
                ?? FactView(texts("users.apple-verified"), texts("users.apple-unverified")),
            Self.relay(status, email, clock, texts).map { FactView(texts("users.apple-relay"), $0) },
            link.isRevocationWaiting
                ? FactView(texts("users.apple-revocation"), texts("users.apple-revocation-pending")) : nil,
        ]
        self.init(badge: status.badge(texts), facts: facts.compactMap(\.self))
    }

    /// The state of Apple's email relay; nil for other addresses about which Apple has reported nothing.
    private static func relay(
        _ status: AppleAccountStatus,
        _ email: EmailAddress?,
        _ clock: PageClock,
        _ texts: Texts
    ) -> String? {
        guard let isOn = status.forwardsMail else {
            return email?.isAppleRelay == true ? texts("users.apple-relay-assumed") : nil
        }
        guard let since = status.mailChangedAt else {
            return texts(isOn ? "users.apple-relay-on" : "users.apple-relay-off")
        }
        let time: [String: TextArgument] = ["time": .text(clock.inSentence(since))]
        return texts(isOn ? "users.apple-relay-on-since" : "users.apple-relay-off-since", time)
    }
}

extension AppleAccountStatus {
    /// Nil when the user signed in with Apple again since.
    fileprivate var withdrawal: Timestamp? { withdrawnAt.flatMap { isWithdrawn(since: authorizedAt) ? $0 : nil } }

    fileprivate func badge(_ texts: Texts) -> BadgeView {
        if isAccountGone { return BadgeView(.cancelled, texts("users.apple-deleted")) }
        return withdrawal == nil
            ? BadgeView(.success, texts("users.apple-linked")) : BadgeView(.rejected, texts("users.apple-revoked"))
    }
}

extension EmailAddress {
    /// An address that Apple created for one user and one team.
    fileprivate var isAppleRelay: Bool { description.lowercased().hasSuffix("@privaterelay.appleid.com") }
}
