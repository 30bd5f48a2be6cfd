import Domain
import UseCases

/// An operating system with its version, named where the device reports it.
enum SystemName {
    private static let systems = [
        ("iPhone", "iOS"), ("iPod", "iOS"), ("iPad", "iPadOS"), ("Watch", "watchOS"), ("AppleTV", "tvOS"),
        ("Mac", "macOS"),
    ]
    private static let platforms = [
        "ios": "iOS", "ipados": "iPadOS", "macos": "macOS", "watchos": "watchOS", "tvos": "tvOS",
        "visionos": "visionOS",
        "android": "Android",
    ]

    /// `iOS` for `ios`; what is not known stays as it was sent.
    static func ofPlatform(_ platform: String) -> String { platforms[platform.lowercased()] ?? platform }

    /// `iOS 18.2`; the version alone when the system is unknown.
    static func of(model: String?, platform: String? = nil, version: String) -> String {
        let byModel = systems.first { model?.hasPrefix($0.0) == true }?.1
        let name = byModel ?? platform.flatMap { platforms[$0.lowercased()] }
        return name.map { version.hasPrefix($0) ? version : "\($0) \(version)" } ?? version
    }
}
