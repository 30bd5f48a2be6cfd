import Domain
import UseCases

extension Device {
    /// What a person would call it; all of it is the client's word.
    var title: String {
        if let own = name ?? model { return VisibleText.escaped(own) }
        return userAgent.map { BrowserName.of($0) } ?? "Unknown device"
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

/// An operating system with its version, named where the device tells which one it is.
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

    /// `iOS 18.2`; the version alone where nobody knows of what.
    static func of(model: String?, platform: String? = nil, version: String) -> String {
        let byModel = systems.first { model?.hasPrefix($0.0) == true }?.1
        let name = byModel ?? platform.flatMap { platforms[$0.lowercased()] }
        return name.map { version.hasPrefix($0) ? version : "\($0) \(version)" } ?? version
    }
}

/// A browser's name in what it says of itself, which names half a dozen others for old times' sake.
enum BrowserName {
    private static let browsers = [
        ("Edg/", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
        ("curl/", "curl"),
    ]
    private static let systems = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("Mac OS X", "Mac"),
        ("Linux", "Linux"),
    ]

    static func of(_ userAgent: String) -> String {
        let browser = browsers.first { userAgent.contains($0.0) }?.1
        let system = systems.first { userAgent.contains($0.0) }?.1
        switch (browser, system) {
        case (let browser?, let system?): return "\(browser) on \(system)"
        case (let name?, nil), (nil, let name?): return name
        case (nil, nil): return VisibleText.escaped(String(userAgent.prefix(40)))
        }
    }
}

extension Session.Kind {
    var words: String {
        switch self {
        case .app: "App"
        case .console: "Console"
        }
    }
}

extension Session.EndReason {
    var words: String {
        switch self {
        case .signedOut: "Signed out"
        case .revokedByUser: "Signed out"
        case .revokedByAdministrator: "Ended by admin"
        case .userDisabled: "Account disabled"
        case .roleChanged: "Role changed"
        case .passwordChanged: "Password changed"
        case .tooManySessions: "Too many sessions"
        case .refreshReuse: "Refresh token reuse"
        case .appleWithdrawn: "Apple authorization revoked"
        case .impersonationEnded: "Impersonation ended"
        case .restored: "Backup restored"
        }
    }
}

extension Session {
    func badge(at moment: Timestamp) -> BadgeView {
        if isAlive(at: moment) {
            return impersonator == nil ? BadgeView(.success, "Active") : BadgeView(.degraded, "Impersonation")
        }
        return BadgeView(.cancelled, endReason?.words ?? (endedAt == nil ? "Expired" : "Ended"))
    }
}

extension SessionFilter.Life {
    var words: String {
        switch self {
        case .alive: "Active"
        case .ended: "Ended"
        }
    }
}

extension TenantContext {
    /// The session is the one that asks for this page.
    func isCurrent(_ id: Session.ID) -> Bool {
        access.principal.session == id
    }

    /// The visitor is this person.
    func isSelf(_ id: User.ID) -> Bool { access.principal.kind == .user(id) }
}
