import Domain

extension Stage {
    /// What people read: `Token exchange`.
    var words: String {
        switch self {
        case .ui: "Sign-in screen"
        case .appleSheet: "Apple’s sheet"
        case .credential: "Credential check"
        case .passwordEntry: "Password entry"
        case .tokenExchange: "Token exchange"
        case .appleVerify: "Check with Apple"
        case .sessionStore: "Kept on the device"
        case .sessionRestore: "Session restore"
        case .refresh: "Refresh"
        case .apiUse: "Use of the API"
        case .profileSync: "Profile sync"
        case .signOut: "Sign-out"
        case .accountChange: "Account change"
        case .other: "Another step"
        }
    }
}

extension Outcome {
    var words: String { rawValue.capitalizedFirst }

    var badge: BadgeView { BadgeView(tone, words) }

    var tone: BadgeView.Tone {
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
    static let stacked: [Outcome] = [.success, .skipped, .cancelled, .rejected, .degraded, .inconsistent, .failed]
}
