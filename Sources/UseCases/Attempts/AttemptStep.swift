import Domain

/// One step of an attempt, as the server saw it.
public struct AttemptStep: Sendable {
    public let stage: Stage
    /// The requested action: `auth.sign_in`.
    public let name: String
    /// The sign-in method: `password`, `apple`.
    public let provider: String?

    public init(_ stage: Stage, name: String, provider: String? = nil) {
        self.stage = stage
        self.name = name
        self.provider = provider
    }

    public static let passwordSignIn = AttemptStep(.tokenExchange, name: "auth.sign_in", provider: "password")
    public static let passwordSignUp = AttemptStep(.tokenExchange, name: "auth.sign_up", provider: "password")
    public static let anonymousSignUp = AttemptStep(.tokenExchange, name: "auth.sign_up", provider: "anonymous")
    public static let appleSignIn = AttemptStep(.tokenExchange, name: "auth.sign_in", provider: "apple")
    /// Giving the client the tokens of a new session, where the step that opened the session is written already.
    public static func sessionHandover(provider: Identity.Provider?) -> AttemptStep {
        AttemptStep(.tokenExchange, name: "auth.session_handover", provider: provider?.rawValue)
    }
    /// Linking Apple to an existing account.
    public static let appleLink = AttemptStep(.accountChange, name: "auth.link", provider: "apple")
    /// The validation of Apple's signed token.
    public static let appleVerify = AttemptStep(.appleVerify, name: "apple.identity_token", provider: "apple")
    /// The exchange of the authorization code that came with the identity token.
    public static let appleExchange = AttemptStep(.appleVerify, name: "apple.authorization_code", provider: "apple")
    /// Whether Apple accepts the tenant's key, team and client id.
    public static let appleClient = AttemptStep(.appleVerify, name: "apple.client", provider: "apple")
    /// The daily check of a refresh token.
    public static let appleCheck = AttemptStep(.accountChange, name: "apple.refresh_token", provider: "apple")
    public static let appleRevocation = AttemptStep(.signOut, name: "apple.revocation", provider: "apple")
    public static let appleNotice = AttemptStep(.accountChange, name: "apple.notification", provider: "apple")
    public static let refresh = AttemptStep(.refresh, name: "auth.refresh")
    /// A request with a session token or an access token.
    public static let tokenUse = AttemptStep(.apiUse, name: "auth.token_use")
    public static let sessionRestoration = AttemptStep(.sessionRestore, name: "auth.session_restore")
    public static let linkRequest = AttemptStep(.accountChange, name: "auth.link_request", provider: "password")
    public static let linkUse = AttemptStep(.accountChange, name: "auth.link_use", provider: "password")
    public static let passwordReset = AttemptStep(.accountChange, name: "auth.password_reset", provider: "password")
    public static let passwordChange = AttemptStep(.accountChange, name: "auth.password_change", provider: "password")
}
