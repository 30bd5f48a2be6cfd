import Domain
import WebCore

extension Stage {
    /// What people read: `Token exchange`.
    package var words: String {
        switch self {
        case .ui: "Sign-in screen"
        case .appleSheet: "Apple sign-in sheet"
        case .credential: "Apple credential"
        case .passwordEntry: "Password entry"
        case .tokenExchange: "Token exchange"
        case .appleVerify: "Verify with Apple"
        case .sessionStore: "Save session"
        case .sessionRestore: "Restore session"
        case .refresh: "Refresh"
        case .apiUse: "API call"
        case .profileSync: "Profile sync"
        case .signOut: "Sign-out"
        case .accountChange: "Account change"
        case .other: "Other"
        }
    }

    /// The subject of a finding: `Saving the session` was cancelled.
    package var subject: String {
        switch self {
        case .appleSheet: "Apple’s sign-in sheet"
        case .credential: "Apple credential check"
        case .appleVerify: "Verification with Apple"
        case .sessionStore: "Saving the session"
        case .sessionRestore: "Restoring the session"
        case .other: "Another step"
        case .ui, .passwordEntry, .tokenExchange, .refresh, .apiUse, .profileSync, .signOut, .accountChange: words
        }
    }
}

extension Outcome {
    package var words: String { rawValue.capitalizedFirst }

    package var badge: BadgeView { BadgeView(tone, words) }

    package var tone: BadgeView.Tone {
        switch self {
        case .success: .success
        case .cancelled: .cancelled
        case .rejected: .rejected
        case .failed: .failed
        case .degraded: .degraded
        case .inconsistent: .inconsistent
        case .skipped: .skipped
        }
    }

    /// From the ground of a column up: what went well first, what went wrong where the eye is.
    package static let stacked: [Outcome] = [
        .success, .skipped, .cancelled, .rejected, .degraded, .inconsistent, .failed,
    ]
}
