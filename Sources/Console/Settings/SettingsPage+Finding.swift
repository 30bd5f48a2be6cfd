import ConsoleKit
import Domain

extension SettingsPage {
    /// Returns one sentence or two that say what the settings mean; empty where the page has others.
    func finding(_ settings: TenantSettings) -> String {
        switch self {
        case .signIn: Self.signIn(settings)
        case .sessions: Self.sessions(settings)
        case .apple, .texts, .newPeople: ""
        }
    }

    private static func signIn(_ settings: TenantSettings) -> String {
        let ways = TenantSettings.Method.allCases.filter(settings.methods.contains).map(\.inSentence)
        return (ways.isEmpty ? "No sign-in method is on. " : "People can sign in \(CountText.list(ways)). ")
            + settings.signUp.sentence
    }

    private static func sessions(_ settings: TenantSettings) -> String {
        let (idle, absolute) = (settings.sessions.idle, settings.sessions.absolute)
        let count = CountText.of(settings.sessionsPerPerson, "session", "sessions")
        return
            "Users are signed out after \(TypedSpan.words(idle)) of inactivity, and \(TypedSpan.words(absolute)) after sign-in at the latest. Each user has at most \(count)."
    }
}

extension TenantSettings.Method {
    /// After “People can sign in”.
    fileprivate var inSentence: String {
        switch self {
        case .password: "with email and password"
        case .apple: "with Apple"
        case .anonymous: "anonymously"
        }
    }
}

extension TenantSettings.SignUpPolicy {
    fileprivate var sentence: String {
        switch self {
        case .open: "Anyone can sign up."
        case .invited: "Only invited people can sign up."
        case .closed: "Sign-up in the app is closed."
        }
    }
}
