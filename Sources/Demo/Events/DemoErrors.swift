import Domain

/// The errors that phones report, as Apple's frameworks and our own servers name them.
enum DemoErrors {
    static let cancelled = EventError(
        domain: "com.apple.AuthenticationServices.AuthorizationError",
        code: "1001",
        message: "The operation couldn’t be completed."
    )
    static let unknownSheet = EventError(
        domain: "com.apple.AuthenticationServices.AuthorizationError",
        code: "1000",
        message: "The operation couldn’t be completed.",
        chain: [.init(domain: "AKAuthenticationError", code: "-7003")]
    )
    static let offline = transport("-1009", "The Internet connection appears to be offline.")
    static let timeout = transport("-1001", "The request timed out.")
    static let connectionLost = transport("-1005", "The network connection was lost.")
    static let locked = keychain("-25308", "User interaction is not allowed.")
    static let notAvailable = keychain("-25291", "No keychain is available.")
    static let diskFull = keychain("-34", "The disk is full.")
    static let unavailable = EventError(domain: "HTTPError", code: "503", message: "Service Unavailable")
    static let tooManyRequests = EventError(domain: "HTTPError", code: "429", message: "Too Many Requests")
    static let wrongPassword = answer("invalid_credentials", "Invalid email or password")
    static let wrongNonce = answer("apple.idtoken.nonce", "The nonce does not match.")
    static let reusedToken = answer("refresh_token_already_used", "The refresh token was used already.")
    static let noSession = answer("session_not_found", "The session does not exist.")

    static func answered(_ status: Int) -> EventError {
        EventError(domain: "HTTPError", code: "\(status)", message: "The server answered \(status).")
    }

    private static func transport(_ code: String, _ message: String) -> EventError {
        EventError(domain: "NSURLErrorDomain", code: code, message: message)
    }

    /// The app's own error around one of the Keychain.
    private static func keychain(_ code: String, _ message: String) -> EventError {
        EventError(
            domain: "SessionStore.StoreError",
            code: "keychain",
            message: "The session could not be read or written.",
            chain: [.init(domain: "NSOSStatusErrorDomain", code: code, message: message)]
        )
    }

    private static func answer(_ code: String, _ message: String) -> EventError {
        EventError(domain: "gatehouse", code: code, message: message)
    }
}
