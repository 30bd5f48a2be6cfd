/// The settings with their version, which counts the changes: 0 for a tenant without settings.
public struct VersionedSettings: Sendable, Hashable {
    public let settings: TenantSettings
    public let version: Int

    public init(settings: TenantSettings, version: Int) {
        self.settings = settings
        self.version = version
    }

    public static let standard = VersionedSettings(settings: .standard, version: 0)
}
