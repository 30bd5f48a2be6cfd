import Domain
import Foundation
import StrictJSON
import UseCases
import WebCore

/// Renders an audit entry with GoTrue's names where it has some.
enum GoTrueAuditEntry {
    static func json(_ entry: AuditEntry, _ actor: User?, in tenant: Tenant.ID) -> JSONValue {
        let (action, type) = kind(of: entry)
        var payload: JSONObject = [
            "actor_id": .string(actorID(entry)),
            "actor_username": .string(actor?.email?.description ?? actorKind(entry)),
        ]
        payload.append("actor_name", actor?.name.map { .string($0) })
        payload.append("action", .string(action))
        payload.append("log_type", .string(type))
        payload.append("traits", .object(traits(entry)))
        return [
            "id": .string(id(entry, in: tenant)), "payload": .object(payload), "created_at": .init(entry.at),
            "ip_address": .string(entry.address ?? ""),
        ]
    }

    /// The user who caused the entry.
    static func user(_ entry: AuditEntry) -> User.ID? { if case .user(let id) = entry.actor { id } else { nil } }

    static func actorID(_ entry: AuditEntry) -> String {
        switch entry.actor {
        case .user(let id): id.description
        case .operator(let id): id.description
        case .key(let id): id.description
        case .system: ""
        }
    }

    private static func actorKind(_ entry: AuditEntry) -> String {
        switch entry.actor {
        case .user: ""
        case .operator: "operator"
        case .key: "service_role"
        case .system: "system"
        }
    }

    /// The action and its type. Actions that upstream does not have keep our name.
    static func kind(of entry: AuditEntry) -> (action: String, type: String) {
        switch entry.action {
        case .sessionStarted: ("login", "account")
        case .sessionEnded, .sessionsEnded: ("logout", "account")
        case .refreshReused: ("token_revoked", "token")
        case .refreshRepeated: ("token_refreshed", "token")
        case .userSignedUp, .userCreated: ("user_signedup", "team")
        case .userInvited: ("user_invited", "team")
        case .invitationAccepted: ("invite_accepted", "account")
        case .userDeleted: ("user_deleted", "team")
        case .userPasswordSet: ("user_updated_password", "user")
        case .userUpdated, .userDisabled, .userEnabled, .roleAssigned: ("user_modified", "user")
        default: (entry.action.rawValue, "tenant")
        }
    }

    private static func traits(_ entry: AuditEntry) -> JSONObject {
        var traits: JSONObject = [:]
        if let target = entry.target { traits.set("\(target.subject.rawValue)_id", to: .string(target.id)) }
        for change in entry.changes { traits.set(change.field, to: change.after.map { .string($0) } ?? .null) }
        return traits
    }

    /// A stable UUID: the beginning of the tenant's, then the entry's number.
    private static func id(_ entry: AuditEntry, in tenant: Tenant.ID) -> String {
        let number = withUnsafeBytes(of: UInt64(entry.sequence).bigEndian) { Array($0) }
        return Identifier<AuditEntry>(.init(bytes: tenant.uuid.bytes.prefix(8) + number)).description
    }
}
