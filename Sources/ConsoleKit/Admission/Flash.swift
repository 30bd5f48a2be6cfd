import Domain

/// The result of a form, carried over the redirect in a cookie and shown once.
///
/// There are only fixed sentences: an attacker who sets the cookie cannot make the page show other text.
package enum Flash: String, Sendable, CaseIterable {
    case signedOut, userCreated, userSaved, roleAssigned, userDisabled, userEnabled, userDeleted, sessionEnded,
        sessionsEnded,
        otherSessionsEnded, keyRevoked, signingKeyMade, signingKeysReplaced, signingKeyGone,
        roleCreated, roleSaved, roleDeleted, tenantSaved, tenantSuspended, tenantActivated, hostAdded, hostRemoved,
        setUp,
        invitationAccepted, themeChosen, settingsSaved, secondFactorRemoved, codeTooLate, proven, memberRemoved,
        appleUnknown,
        appleCancelled, appleFailed, viewSaved, viewDeleted, causeRuleCreated, causeRuleDeleted, failuresChanged,
        commentAdded

    package init?(_ text: String) { self.init(rawValue: text) }

    /// The message on the page; nil for a result that needs none.
    package func notice(_ texts: Texts) -> NoticeView? {
        guard let tone else { return nil }
        return NoticeView(tone, texts(textKey))
    }

    /// `notices.user-created`
    var textKey: TextKey { TextKey("notices.\(rawValue.kebabCased)") }

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
    /// Converts `userCreated` to `user-created`.
    fileprivate var kebabCased: String {
        reduce(into: "") { text, character in
            text += character.isUppercase ? "-" + character.lowercased() : String(character)
        }
    }
}
