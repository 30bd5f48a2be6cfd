import Foundation

/// The settings with the private key as stored.
public struct StoredAppleSettings: Sendable, Hashable {
    public let settings: AppleSettings
    /// The .p8 file, sealed by the vault.
    public let sealedKey: Data

    public init(settings: AppleSettings, sealedKey: Data) {
        self.settings = settings
        self.sealedKey = sealedKey
    }
}
