import Domain

extension TenantSettings.Method {
    var words: String {
        switch self {
        case .password: "E-mail and password"
        case .apple: "Sign in with Apple"
        case .anonymous: "Without an account"
        }
    }

    /// After “with” or by itself.
    var inSentence: String {
        switch self {
        case .password: "e-mail and password"
        case .apple: "Apple"
        case .anonymous: "nothing at all"
        }
    }

    var meaning: String {
        switch self {
        case .password: "People choose a password of their own."
        case .apple: "People use the account of their iPhone or Mac. Apple’s side is set up under Apple."
        case .anonymous: "The app signs in by itself, and nothing is proven: each time is a new person."
        }
    }
}

extension Set<TenantSettings.Method> {
    var inOrder: [TenantSettings.Method] { TenantSettings.Method.allCases.filter(contains) }
}

extension TenantSettings.SignUpPolicy {
    var words: String {
        switch self {
        case .open: "Anyone"
        case .invited: "Only people who were invited"
        case .closed: "Nobody"
        }
    }

    var meaning: String {
        switch self {
        case .open: "Whoever has the app makes an account in it."
        case .invited: "An administrator makes a link for each person."
        case .closed: "Accounts are made by administrators and by your back end."
        }
    }

    var finding: String {
        switch self {
        case .open: "Anyone can make an account."
        case .invited: "Only people who were invited can make an account."
        case .closed: "Nobody can make an account in the app."
        }
    }
}

extension TenantSettings.AppleDeletion {
    var words: String {
        switch self {
        case .keep: "Keep the account"
        case .delete: "Delete the account"
        }
    }

    var meaning: String {
        switch self {
        case .keep: "The person is signed out, and you decide about the rest."
        case .delete:
            "It goes at once and cannot come back. Whoever has a password too stays, and so does the last administrator."
        }
    }
}

extension TenantSettings.Dialect {
    var words: String {
        switch self {
        case .betterAuth: "Better Auth"
        case .gotrue: "Supabase Auth"
        case .both: "Both"
        }
    }

    var meaning: String {
        switch self {
        case .betterAuth: "Apps that use /api/auth. Nothing is found under /auth/v1."
        case .gotrue: "Apps that use /auth/v1. Nothing is found under /api/auth."
        case .both: "Apps with either kind of SDK. Choose this when you do not know."
        }
    }
}
