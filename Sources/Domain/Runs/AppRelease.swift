/// A release of an app, as the app names it.
public struct AppRelease: Sendable, Hashable {
    /// `2.4.0`; for an app with another scheme its whole name of the release.
    public let version: String
    /// The build of that version: `17`.
    public let build: String?
    /// The app: `com.example.app`.
    public let package: String?

    public init(version: String, build: String? = nil, package: String? = nil) {
        self.version = version
        self.build = build
        self.package = package
    }
}
