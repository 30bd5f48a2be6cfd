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

    /// Nil when nothing has to be said.
    package func notice(_ texts: Texts) -> NoticeView? {
        guard let tone else { return nil }
        return NoticeView(tone, texts(TextKey("notices.\(rawValue.kebabCased)")))
    }

    private var tone: NoticeView.Tone? {
        switch self {
        case .themeChosen: nil
        case .signedOut, .codeTooLate, .appleUnknown, .appleCancelled, .appleFailed: .plain
        case .signingKeyGone: .warning
        default: .success
        }
    }
}

extension String {
    /// `userCreated` as `user-created`.
    fileprivate var kebabCased: String {
        reduce(into: "") { text, character in
            text += character.isUppercase ? "-" + character.lowercased() : String(character)
        }
    }
}
