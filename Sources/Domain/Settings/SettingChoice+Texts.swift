/// The texts of choices in forms.
extension TenantSettings.Method {
    public var title: String {
        switch self {
        case .password: "Email and password"
        case .apple: "Sign in with Apple"
        case .anonymous: "Anonymous sign-in"
        }
    }

    public var hint: String {
        switch self {
        case .password: "People choose their own password."
        case .apple: "People use their Apple Account. Set up the connection under Apple."
        case .anonymous: "The app signs in without credentials. Each sign-in creates a new user."
        }
    }
}

extension TenantSettings.SignUpPolicy {
    public var title: String {
        switch self {
        case .open: "Open"
        case .invited: "By invitation"
        case .closed: "Closed"
        }
    }

    public var hint: String {
        switch self {
        case .open: "Anyone can create an account in the app."
        case .invited: "Only people with an invitation link can create an account."
        case .closed: "Only admins and your backend can create accounts."
        }
    }
}

extension SessionLimit.Action: SettingChoice {
    public static let displayed: [Self] = [.endOldest, .refuse]

    public var title: String {
        switch self {
        case .refuse: "Refuse the new sign-in"
        case .endOldest: "End the oldest session"
        }
    }

    public var hint: String {
        switch self {
        case .refuse:
            "Users sign out on another device first. You can end the sessions of a user who lost their devices."
        case .endOldest: "The new sign-in succeeds, and the least recently used session ends."
        }
    }
}

extension TenantSettings.AppleDeletion {
    public var title: String {
        switch self {
        case .keep: "Keep the account"
        case .delete: "Delete the account"
        }
    }

    public var hint: String {
        switch self {
        case .keep: "The user is signed out. You decide what happens to the account."
        case .delete:
            "The account is deleted at once. This can’t be undone. Accounts with a password are kept, and so is the last admin."
        }
    }
}

extension TenantSettings.Dialect {
    public static let displayed: [Self] = [.both, .betterAuth, .gotrue]

    public var title: String {
        switch self {
        case .betterAuth: "Better Auth"
        case .gotrue: "Supabase Auth"
        case .both: "Both"
        }
    }

    public var hint: String {
        switch self {
        case .betterAuth: "Apps that use /api/auth. Paths under /auth/v1 are off."
        case .gotrue: "Apps that use /auth/v1. Paths under /api/auth are off."
        case .both: "Apps with either SDK. Choose this if you are not sure."
        }
    }
}
