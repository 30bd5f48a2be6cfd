import Domain

/// What Apple has told of one person since they signed in, and so what a further word of Apple's changes.
public struct AppleAccountStatus: Sendable, Hashable {
    /// When Apple issued the latest token that signed the person in.
    public var authorizedAt: Timestamp
    public var withdrawnAt: Timestamp?
    public var accountDeletedAt: Timestamp?
    /// Whether Apple's relay passes mail on; nil until it is told.
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

    /// Words of Apple's come in any order and more than once, so each is measured by when the thing happened.
    /// - Returns: nil when the event is older than what is known.
    public func after(_ event: AppleAccountEvent) -> AppleAccountStatus? {
        var new = self
        let moment = event.occurredAt
        switch event.kind {
        case .consentRevoked, .accountDeleted:
            // The person came back since.
            guard moment >= authorizedAt, withdrawnAt.map({ $0 < moment }) ?? true || isNewDeletion(event) else {
                return nil
            }
            new.withdrawnAt = max(withdrawnAt ?? moment, moment)
            if event.kind == .accountDeleted { new.accountDeletedAt = moment }
        case .emailEnabled, .emailDisabled:
            guard mailChangedAt.map({ $0 < moment }) ?? true else { return nil }
            new.forwardsMail = event.kind == .emailEnabled
            new.mailChangedAt = moment
        case .other: return nil
        }
        return new
    }

    /// Whether a token that was issued at that moment comes from before the person took the app's right away. Apple
    /// gives the time of issue in whole seconds.
    public func isWithdrawn(since issue: Timestamp) -> Bool { withdrawnAt.map { issue + .seconds(1) <= $0 } ?? false }

    /// Whether the Apple Account was given up after the latest token that signed the person in.
    public var isAccountGone: Bool { accountDeletedAt.map { authorizedAt + .seconds(1) <= $0 } ?? false }

    /// An account that is gone follows a consent that is gone, often in the same second.
    private func isNewDeletion(_ event: AppleAccountEvent) -> Bool {
        event.kind == .accountDeleted && accountDeletedAt == nil
    }
}

extension AppleAccountEvent.Kind {
    /// Whether Apple stands behind the person no more.
    var endsSessions: Bool { self == .consentRevoked || self == .accountDeleted }

    /// As Apple writes it.
    var name: String {
        switch self {
        case .consentRevoked: "consent-revoked"
        case .accountDeleted: "account-delete"
        case .emailEnabled: "email-enabled"
        case .emailDisabled: "email-disabled"
        case .other(let text): text
        }
    }

    /// Nil for what changes nothing here.
    var auditAction: AuditEntry.Action? {
        switch self {
        case .consentRevoked: .appleWithdrawn
        case .accountDeleted: .appleAccountDeleted
        case .emailEnabled, .emailDisabled: .appleMailChanged
        case .other: nil
        }
    }
}
