import Domain

/// What was just done, carried over the redirect in a cookie, and said once. Only fixed sentences: whoever plants the
/// cookie can make the page say nothing new.
package enum Flash: String, Sendable, CaseIterable {
    case signedOut, userCreated, userSaved, roleAssigned, userDisabled, userEnabled, userDeleted, sessionEnded,
        sessionsEnded,
        otherSessionsEnded, keyRevoked, signingKeyMade, signingKeysReplaced, signingKeyGone,
        roleCreated, roleSaved, roleDeleted, tenantSaved, tenantSuspended, tenantActivated, hostAdded, hostRemoved,
        setUp,
        invitationAccepted, themeChosen, settingsSaved, secondFactorRemoved, codeTooLate, proven, memberRemoved,
        appleUnknown,
        appleCancelled, appleFailed

    package init?(_ text: String) { self.init(rawValue: text) }

    /// Nil for what needs no words.
    package var notice: NoticeView? {
        switch self {
        case .signedOut: NoticeView(.plain, "You are signed out.")
        case .userCreated: NoticeView(.success, "User created.")
        case .userSaved: NoticeView(.success, "Changes saved.")
        case .roleAssigned: NoticeView(.success, "Role changed. It applies from the next request.")
        case .userDisabled: NoticeView(.success, "User disabled. All their sessions have ended.")
        case .userEnabled: NoticeView(.success, "User enabled. They can sign in again.")
        case .userDeleted: NoticeView(.success, "User deleted. All their sessions have ended.")
        case .sessionEnded: NoticeView(.success, "Session ended. Its next request is rejected.")
        case .sessionsEnded: NoticeView(.success, "Sessions ended. Their next requests are rejected.")
        case .otherSessionsEnded:
            NoticeView(.success, "Other sessions ended. Their next requests are rejected. Your own session stays.")
        case .keyRevoked: NoticeView(.success, "Key revoked. The next request with it is rejected.")
        case .signingKeyMade:
            NoticeView(.success, "The next key is published. It becomes active 15 minutes after it was created.")
        case .signingKeysReplaced: NoticeView(.success, "A new key is active. Tokens of all other keys are rejected.")
        case .signingKeyGone:
            NoticeView(
                .warning,
                "The signing key had already been replaced. Nothing was changed."
            )
        case .roleCreated: NoticeView(.success, "Role created.")
        case .roleSaved: NoticeView(.success, "Role saved. It applies from the next request.")
        case .roleDeleted: NoticeView(.success, "Role deleted.")
        case .tenantSaved: NoticeView(.success, "Changes saved.")
        case .tenantSuspended:
            NoticeView(.success, "Tenant suspended. Its sessions and keys are rejected from now on.")
        case .tenantActivated: NoticeView(.success, "Tenant activated.")
        case .hostAdded: NoticeView(.success, "Custom domain added.")
        case .hostRemoved: NoticeView(.success, "Custom domain removed.")
        case .setUp: NoticeView(.success, "Gatehouse is set up. Sign in with the account that you just created.")
        case .invitationAccepted: NoticeView(.success, "Your account is ready. Sign in.")
        case .settingsSaved: NoticeView(.success, "Settings saved. They apply from the next request.")
        case .secondFactorRemoved:
            NoticeView(.success, "Two-factor authentication is off. Your password alone signs you in.")
        case .codeTooLate: NoticeView(.plain, "That took too long, or your account has changed. Sign in again.")
        case .appleUnknown:
            NoticeView(
                .plain,
                "This Apple Account has no console access. Ask an admin of the tenant for a role."
            )
        case .appleCancelled: NoticeView(.plain, "You did not sign in with Apple. Try again, or use your password.")
        case .appleFailed:
            NoticeView(.plain, "Apple’s response was invalid or expired. Sign in with Apple again.")
        case .proven: NoticeView(.success, "Confirmed. Continue with what you were about to do.")
        case .memberRemoved:
            NoticeView(.success, "Console access removed. Their account in the app is kept.")
        case .themeChosen: nil
        }
    }
}
