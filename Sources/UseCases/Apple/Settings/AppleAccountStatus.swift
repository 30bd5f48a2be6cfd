import Domain

/// The status of one user that Apple has reported since they signed in; it decides what a further event of Apple's
/// changes.
public struct AppleAccountStatus: Sendable, Hashable {
    /// When Apple issued the latest token that signed the user in.
    public var authorizedAt: Timestamp
    public var withdrawnAt: Timestamp?
    public var accountDeletedAt: Timestamp?
    /// Whether Apple's relay forwards mail; nil until Apple reports it.
    public var forwardsMail: Bool?
    public var mailChangedAt: Timestamp?

    public init(
        authorizedAt: Timestamp,
        withdrawnAt: Timestamp? = nil,
        accountDeletedAt: Timestamp? = nil,
        forwardsMail: Bool? = nil,
        mailChangedAt: Timestamp? = nil
    ) {
        self.authorizedAt = authorizedAt
        self.withdrawnAt = withdrawnAt
        self.accountDeletedAt = accountDeletedAt
        self.forwardsMail = forwardsMail
        self.mailChangedAt = mailChangedAt
    }

    /// Apple's events arrive in any order and more than once, so each is compared by the time it happened.
    /// - Returns: nil when the event is older than the status.
    public func after(_ event: AppleAccountEvent) -> AppleAccountStatus? {
        var new = self
        let time = event.occurredAt
        switch event.kind {
        case .consentRevoked, .accountDeleted:
            // The user has signed in again since.
            guard time >= authorizedAt, withdrawnAt.map({ $0 < time }) ?? true || isNewDeletion(event) else {
                return nil
            }
            new.withdrawnAt = max(withdrawnAt ?? time, time)
            if event.kind == .accountDeleted { new.accountDeletedAt = time }
        case .emailEnabled, .emailDisabled:
            guard mailChangedAt.map({ $0 < time }) ?? true else { return nil }
            new.forwardsMail = event.kind == .emailEnabled
            new.mailChangedAt = time
        case .other: return nil
        }
        return new
    }

    /// Whether a token issued at that time is older than the user's withdrawal of consent. Apple reports the time of
    /// issue in whole seconds.
    public func isWithdrawn(since issue: Timestamp) -> Bool { withdrawnAt.map { issue + .seconds(1) <= $0 } ?? false }

    /// Whether the Apple Account was deleted after the latest token that signed the user in.
    public var isAccountGone: Bool { accountDeletedAt.map { authorizedAt + .seconds(1) <= $0 } ?? false }

    /// A deleted account follows a withdrawn consent, often in the same second.
    private func isNewDeletion(_ event: AppleAccountEvent) -> Bool {
        event.kind == .accountDeleted && accountDeletedAt == nil
    }
}

extension AppleAccountEvent.Kind {
    /// Whether Apple no longer vouches for the user.
    var endsSessions: Bool { self == .consentRevoked || self == .accountDeleted }

    /// The name that Apple uses.
    var name: String {
        switch self {
        case .consentRevoked: "consent-revoked"
        case .accountDeleted: "account-delete"
        case .emailEnabled: "email-enabled"
        case .emailDisabled: "email-disabled"
        case .other(let text): text
        }
    }

    /// Nil for an event that changes nothing here.
    var auditAction: AuditEntry.Action? {
        switch self {
        case .consentRevoked: .appleWithdrawn
        case .accountDeleted: .appleAccountDeleted
        case .emailEnabled, .emailDisabled: .appleMailChanged
        case .other: nil
        }
    }
}
