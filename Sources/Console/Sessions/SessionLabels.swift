import ConsoleKit
import Domain
import UseCases
import WebCore

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
