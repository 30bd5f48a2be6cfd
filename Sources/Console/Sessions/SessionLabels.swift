import ConsoleKit
import Domain

extension Device {
    /// The user's name for the device, else what the client says of it.
    func title(_ texts: Texts) -> String {
        if let known = name ?? model { return VisibleText.escaped(known) }
        return userAgent.map { BrowserName.of($0, texts) } ?? texts("sessions.unknown-device")
    }

    /// `iPhone16,1, iOS 18.2`
    var system: String? {
        let parts = [name == nil ? nil : model, osVersion.map { SystemName.of(model: model, version: $0) }].compactMap(
            \.self
        )
        .filter { !$0.isEmpty }
        return parts.isEmpty ? nil : VisibleText.escaped(parts.joined(separator: ", "))
    }
}

extension Session.Kind {
    func label(_ texts: Texts) -> String { texts(TextKey("sessions.kind.\(rawValue)")) }

    /// The label below another text: `app`.
    func detail(_ texts: Texts) -> String { texts(TextKey("sessions.kind-detail.\(rawValue)")) }
}

extension Session.EndReason {
    func label(_ texts: Texts) -> String { texts(TextKey("sessions.end-reason.\(rawValue.asKeyPart)")) }
}

extension Session {
    func badge(at now: Timestamp, _ texts: Texts) -> BadgeView {
        if isAlive(at: now) {
            return impersonator == nil
                ? BadgeView(.success, texts("sessions.badge.active"))
                : BadgeView(.degraded, texts("sessions.badge.impersonation"))
        }
        let end = texts(endedAt == nil ? "sessions.badge.expired" : "sessions.badge.ended")
        return BadgeView(.cancelled, endReason?.label(texts) ?? end)
    }
}

/// The browser's name in its user agent, which names half a dozen others for compatibility.
enum BrowserName {
    private static let browsers = [
        ("Edg/", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
        ("curl/", "curl"),
    ]
    private static let systems = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("Mac OS X", "Mac"),
        ("Linux", "Linux"),
    ]

    static func of(_ userAgent: String, _ texts: Texts) -> String {
        let browser = browsers.first { userAgent.contains($0.0) }?.1
        let system = systems.first { userAgent.contains($0.0) }?.1
        switch (browser, system) {
        case (let browser?, let system?):
            return texts("sessions.browser-on", ["browser": .text(browser), "system": .text(system)])
        case (let name?, nil), (nil, let name?): return name
        case (nil, nil): return VisibleText.escaped(String(userAgent.prefix(40)))
        }
    }
}

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
