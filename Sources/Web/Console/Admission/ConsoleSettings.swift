import Domain

/// What the console must know of the installation.
public struct ConsoleSettings: Sendable {
    /// Where people reach it, without a path: `https://gatehouse.example.com`.
    public let origin: String
    /// The address is https.
    public let isSecure: Bool

    public init(origin: String) {
        self.origin = origin
        isSecure = origin.hasPrefix("https://")
    }

    /// A whole address for a link that leaves the console, as an invitation does.
    func address(_ path: String) -> String { origin + path }

    /// Where an SDK that speaks the Sentry protocol sends to: the ingest key as its user, the tenant's number as its
    /// project.
    func dsn(_ ingestKey: Credential, _ tenant: Tenant) -> String {
        let scheme = isSecure ? "https://" : "http://"
        return "\(scheme)\(ingestKey.text)@\(origin.dropFirst(scheme.count))/\(tenant.number)"
    }
}

/// The cookies of the console.
enum ConsoleCookie {
    static let session = "gh"
    /// Before anyone is signed in: binds the form to the browser that asked for it.
    static let door = "gh-door"
    /// Between the password and the code.
    static let challenge = "gh-code"
    /// Shows at the next sign-in that this browser has been signed in.
    static let device = "gh-device"
    static let flash = "gh-flash"
    static let theme = "gh-theme"
    /// Set by script, so that times are written in the viewer's zone; named without prefix.
    static let zone = "zone"
}
