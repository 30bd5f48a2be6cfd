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
