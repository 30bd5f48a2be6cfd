import Domain
import StrictJSON

/// A tenant's backend's changes to a user; nil leaves an attribute as it is.
public struct UserRevision: Sendable {
    public enum Ban: Sendable, Hashable {
        case none
        case until(Timestamp)
        /// Until the ban is lifted.
        case always

        var isOne: Bool { self != .none }
    }

    public var email: String?
    /// An empty text clears it.
    public var name: String?
    public var emailVerified: Bool?
    public var password: String?
    /// Members that replace the current ones; null removes one.
    public var userMetadata: JSONObject?
    public var appMetadata: JSONObject?
    public var ban: Ban?
    /// The reason for the audit trail.
    public var banReason: String?

    public init() {}
}

extension UserRevision {
    func applied(to user: User, email: EmailAddress?, name: String?, at now: Timestamp) throws(DomainError) -> User {
        let own: UserAttributes
        do { own = try user.userMetadata.merging(userMetadata ?? [:]) } catch { throw .invalid("user_metadata", error) }
        let app: UserAttributes
        do { app = try user.appMetadata.merging(appMetadata ?? [:]) } catch { throw .invalid("app_metadata", error) }
        // An invited user who gets a password, or an address marked as confirmed, needs no invitation any more.
        var state =
            user.state == .invited && (password != nil || emailVerified == true) ? User.State.active : user.state
        var until = user.bannedUntil
        switch ban {
        case nil: break
        case .none?:
            if state == .disabled { state = .active }
            until = nil
        case .until(let time)?: (state, until) = (.disabled, time)
        case .always?: (state, until) = (.disabled, nil)
        }
        return user.with(
            .init(
                email: email,
                emailVerified: emailVerified ?? (email == user.email && user.emailVerified),
                name: name,
                state: state,
                userMetadata: own,
                appMetadata: app,
                isAnonymous: user.isAnonymous && email == nil,
                bannedUntil: .some(until)
            ),
            updatedAt: now
        )
    }

    func changes(from old: User, to new: User) -> [AuditEntry.Change] {
        [
            AuditEntry.Change("email", from: old.email?.masked, to: new.email?.masked),
            AuditEntry.Change("name", from: old.name, to: new.name),
            AuditEntry.Change("email_verified", from: String(old.emailVerified), to: String(new.emailVerified)),
            AuditEntry.Change("state", from: old.state.rawValue, to: new.state.rawValue),
            AuditEntry.Change("banned_until", from: old.bannedUntil?.rfc3339, to: new.bannedUntil?.rfc3339),
            AuditEntry.Change("ban_reason", from: nil, to: banReason),
            AuditEntry.Change("user_metadata", from: nil, to: Self.names(old.userMetadata, new.userMetadata)),
            AuditEntry.Change("app_metadata", from: nil, to: Self.names(old.appMetadata, new.appMetadata)),
        ].filter { $0.before != $0.after || ($0.field == "email" && old.email != new.email) }
    }

    /// The names of the changed members: their values are the app's business.
    private static func names(_ old: UserAttributes, _ new: UserAttributes) -> String? {
        guard old != new else { return nil }
        let (before, after) = (old.object, new.object)
        let changed = Set(before.names + after.names).filter { before[$0] != after[$0] }
        return changed.sorted().joined(separator: " ").beginning(ofBytes: 200)
    }
}
