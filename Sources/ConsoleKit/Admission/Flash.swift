import Domain

/// The result of a form, carried over the redirect in a cookie and shown once.
///
/// There are only fixed sentences: an attacker who sets the cookie cannot make the page show other text.
package enum Flash: String, Sendable, CaseIterable {
    case signedOut = "sign-in.notice.signed-out"
    case setUp = "sign-in.notice.set-up"
    case invitationAccepted = "sign-in.notice.invitation-accepted"
    case appleUnknown = "sign-in.notice.apple-unknown"
    case appleCancelled = "sign-in.notice.apple-cancelled"
    case appleFailed = "sign-in.notice.apple-failed"
    case userCreated = "users.notice.user-created"
    case userSaved = "users.notice.user-saved"
    case roleAssigned = "users.notice.role-assigned"
    case userDisabled = "users.notice.user-disabled"
    case userEnabled = "users.notice.user-enabled"
    case userDeleted = "users.notice.user-deleted"
    case sessionEnded = "sessions.notice.session-ended"
    case sessionsEnded = "sessions.notice.sessions-ended"
    case otherSessionsEnded = "sessions.notice.other-sessions-ended"
    case keyRevoked = "keys.notice.key-revoked"
    case signingKeyMade = "keys.notice.signing-key-made"
    case signingKeysReplaced = "keys.notice.signing-keys-replaced"
    case signingKeyGone = "keys.notice.signing-key-gone"
    case roleCreated = "roles.notice.role-created"
    case roleSaved = "roles.notice.role-saved"
    case roleDeleted = "roles.notice.role-deleted"
    case tenantSaved = "tenants.notice.tenant-saved"
    case tenantSuspended = "tenants.notice.tenant-suspended"
    case tenantActivated = "tenants.notice.tenant-activated"
    case hostAdded = "tenants.notice.host-added"
    case hostRemoved = "tenants.notice.host-removed"
    case themeChosen = "theme-chosen"
    case settingsSaved = "settings.notice.settings-saved"
    case secondFactorRemoved = "second-factor.notice.removed"
    case codeTooLate = "second-factor.notice.code-too-late"
    case proven = "second-factor.notice.proven"
    case memberRemoved = "members.notice.member-removed"
    case viewSaved = "views.notice.view-saved"
    case viewDeleted = "views.notice.view-deleted"
    case causeRuleCreated = "codes.notice.cause-rule-created"
    case causeRuleDeleted = "codes.notice.cause-rule-deleted"
    case failuresChanged = "failures.notice.failures-changed"
    case commentAdded = "failures.notice.comment-added"
    case eventsDeleted = "events.notice.events-deleted"
    case eventsLeft = "events.notice.events-left"

    package init?(_ text: String) { self.init(rawValue: text) }

    /// The message on the page; nil for a result that needs none.
    package func notice(_ texts: Texts) -> NoticeView? {
        guard let tone else { return nil }
        return NoticeView(tone, texts(textKey))
    }

    /// `users.notice.user-created`
    var textKey: TextKey { TextKey(rawValue) }

    private var tone: NoticeView.Tone? {
        switch self {
        case .themeChosen: nil
        case .signedOut, .codeTooLate, .appleUnknown, .appleCancelled, .appleFailed: .plain
        case .signingKeyGone, .eventsLeft: .warning
        default: .success
        }
    }
}
