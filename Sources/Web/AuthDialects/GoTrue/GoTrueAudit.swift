import Domain
import Foundation
import StrictJSON
import UseCases

/// The filter of an audit list, in the form of this dialect: `action:login`.
///
/// Only the newest entries are searched, so that a rare word cannot keep the database busy.
struct GoTrueAuditQuery: Sendable {
    static let maximumLength = 254
    /// The maximum number of entries that one page searches.
    static let maximumLooked = 10_000
    /// The maximum time that one page searches.
    static let maximumTime = Duration.seconds(2)

    private enum Part: String { case author, action, type }

    private let part: Part?
    private let text: String

    /// - Returns: nil for another format.
    init?(_ query: String?) {
        guard let query, !query.isEmpty else {
            (part, text) = (nil, "")
            return
        }
        let halves = query.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2, let part = Part(rawValue: String(halves[0])) else { return nil }
        self.part = part
        text = halves[1].lowercased()
    }

    var isEverything: Bool { part == nil }

    func matches(_ entry: AuditEntry, _ actor: User?) -> Bool {
        switch part {
        case nil: true
        case .action: GoTrueAuditEntry.kind(of: entry).action.contains(text)
        case .type: GoTrueAuditEntry.kind(of: entry).type.contains(text)
        case .author:
            GoTrueAuditEntry.actorID(entry).contains(text)
                || actor?.email?.description.lowercased().contains(text) ?? false
        }
    }
}

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

/// Reads pages of the audit by page number.
struct GoTrueAuditPages: Sendable {
    let services: Services

    struct Found: Sendable {
        let entries: [JSONValue]
        /// Nil when the total is unknown because only some entries were searched.
        let total: Int?
    }

    func page(
        _ page: GoTruePage,
        _ query: GoTrueAuditQuery,
        grant: Grant<ReadAudit>,
        reading users: Grant<ReadUsers>
    ) async throws(DomainError) -> Found {
        guard query.isEverything else {
            return Found(entries: try await matching(page, query, grant, users), total: nil)
        }
        let total = try await services.audit.head(grant: grant).sequence
        let first = total - Int64(page.skipped)
        var found: [JSONValue] = []
        var cursor: Cursor? = Cursor(key: String(first + 1), id: [])
        while first > 0, found.count < page.size, let place = cursor {
            let (entries, next) = try await step(at: place, limit: page.size - found.count, grant, users)
            found += entries.map { GoTrueAuditEntry.json($0.entry, $0.actor, in: grant.tenant) }
            cursor = next
        }
        return Found(entries: found, total: Int(total))
    }

    private func matching(
        _ page: GoTruePage,
        _ query: GoTrueAuditQuery,
        _ grant: Grant<ReadAudit>,
        _ users: Grant<ReadUsers>
    ) async throws(DomainError) -> [JSONValue] {
        var (cursor, looked, skipped): (Cursor?, Int, Int) = (nil, 0, 0)
        var found: [JSONValue] = []
        let end = ContinuousClock.now + GoTrueAuditQuery.maximumTime
        repeat {
            guard .now < end else { throw .invalid("query", .tooBroad) }
            let (entries, next) = try await step(at: cursor, limit: PageRequest.limits.upperBound, grant, users)
            for (entry, actor) in entries where query.matches(entry, actor) {
                if skipped < page.skipped {
                    skipped += 1
                } else {
                    found.append(GoTrueAuditEntry.json(entry, actor, in: grant.tenant))
                }
            }
            looked += entries.count
            cursor = next
        } while cursor != nil && found.count < page.size && looked < GoTrueAuditQuery.maximumLooked
        return Array(found.prefix(page.size))
    }

    private func step(
        at cursor: Cursor?,
        limit: Int,
        _ grant: Grant<ReadAudit>,
        _ users: Grant<ReadUsers>
    ) async throws(DomainError) -> (entries: [(entry: AuditEntry, actor: User?)], next: Cursor?) {
        let page = try await services.audit.page(PageRequest(limit: limit, cursor: cursor), grant: grant)
        let people = try await services.users.users(Set(page.items.compactMap(GoTrueAuditEntry.user)), grant: users)
        return (page.items.map { ($0, GoTrueAuditEntry.user($0).flatMap { people[$0] }) }, page.next)
    }
}
