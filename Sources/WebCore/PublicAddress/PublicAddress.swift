import Domain
import UseCases

/// The address of the installation, as users and apps reach it.
package struct PublicAddress: Sendable {
    /// Scheme, host and port, without a path: `https://gatehouse.example.com`.
    package let origin: String
    /// The address is https.
    package let isSecure: Bool

    package init(origin: String) {
        self.origin = origin
        isSecure = origin.hasPrefix("https://")
    }

    /// The absolute URL of a path, for links outside pages, such as an invitation.
    package func url(_ path: String) -> String { origin + path }

    /// The DSN for SDKs that use the Sentry protocol: the key is the user, the tenant's number the project.
    package func dsn(_ key: DSNKey, _ tenant: Tenant) -> String {
        let scheme = isSecure ? "https://" : "http://"
        return "\(scheme)\(key.text)@\(origin.dropFirst(scheme.count))/\(tenant.number)"
    }
}
