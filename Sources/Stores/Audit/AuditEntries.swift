import Database
import Domain
import Foundation
import UseCases

/// Stores the audit trails of tenants, and of the installation.
struct AuditEntries: AuditStore {
    /// The number of entries read at once while a chain is checked.
    static let step = 5000

    let access: StoreAccess
    let trail: AuditTrail

    private static let columns: SQL =
        "tenant_id, sequence, at, action, actor_kind, actor_id, address, request_id, target_kind, target_id, changes, hash"

    private static let keyset = Keyset(
        after: { "sequence < \(try $0.number())" },
        before: { "sequence > \(try $0.number())" },
        order: "sequence DESC",
        reversed: "sequence ASC"
    )

    func page(
        _ request: PageRequest,
        filter: AuditFilter,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> Page<AuditEntry> {
        try await access.readList(tenant) { transaction in
            let plan = try Self.keyset.plan(request)
            let statements = try Self.selections(filter, in: tenant, transaction).map { selection -> SQL in
                """
                SELECT \(sql: Self.columns) FROM audit_entries
                WHERE \(sql: .all(["tenant_id = \(tenant)", plan.condition] + selection))
                ORDER BY \(sql: plan.order) LIMIT \(request.limit + 1)
                """
            }
            var found: [Int64: Row] = [:]
            for row in try transaction.rows(of: statements).joined() { found[try row.get("sequence")] = row }
            let isBackward = request.cursor?.direction == .backward
            let shown = found.keys.sorted { isBackward == ($0 < $1) }.prefix(request.limit + 1)
            let entries = try shown.compactMap { found[$0] }.map { try Self.entry($0) }
            return Keyset.page(entries, request) { (String($0.sequence), []) }
        }
    }

    /// The conditions of the statements whose rows together are the entries of a filter, each in the order of an index.
    private static func selections(
        _ filter: AuditFilter,
        in tenant: Tenant.ID,
        _ transaction: any ReadTransaction
    ) throws -> [[SQL]] {
        var common: [SQL] = []
        if let action = filter.action { common.append("action = \(action)") }
        if let actor = filter.actor { common.append("actor_id = \(actor)") }
        if let target = filter.target { common.append("target_id = \(target)") }
        guard let user = filter.user else {
            guard let kind = filter.kind, filter.action == nil else { return [common] }
            // One entry of a kind can be among very many others.
            if common.isEmpty { return kind.actions.map { ["action = \($0)"] } }
            return [common + [isOneOf(kind.actions)]]
        }
        if let kind = filter.kind, filter.action == nil { common.append(isOneOf(kind.actions)) }
        let sessions: [Session.ID] = try transaction.rows(
            """
            SELECT id FROM sessions WHERE tenant_id = \(tenant) AND user_id = \(user)
            ORDER BY last_seen_at DESC, id DESC LIMIT \(userSessions)
            """
        ).map { try $0.get("id") }
        // These have the session's own user as their actor: they are found also when the session is no longer stored. A session
        // can be ended by someone else.
        let actions: [AuditEntry.Action] = [.sessionStarted, .refreshReused, .refreshRepeated]
        let own: SQL = "actor_id = \(user.uuid) AND \(sql: isOneOf(actions))"
        return [common + [own]]
            + ([user.description] + sessions.map(\.description)).map { common + ["target_id = \($0)"] }
    }

    /// A condition that no index answers: the entries are read in the order of another one.
    private static func isOneOf(_ actions: [AuditEntry.Action]) -> SQL {
        "(action || '') IN (\(sql: .list(actions.map { "\($0)" })))"
    }

    /// The sessions of a user whose entries are about the user.
    private static let userSessions = 50

    /// How many entries can be between one and its place by time: nodes write at once, each with the time at which it
    /// began to.
    private static let disorder = 20

    /// There is one query for each action, in the order of its index: most entries are of sign-ins.
    func latest(
        of actions: [AuditEntry.Action],
        until time: Timestamp,
        before sequence: Int64,
        limit: Int,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> [AuditEntry] {
        try await access.readList(tenant) { transaction in
            let statements = actions.map { action -> SQL in
                """
                SELECT \(sql: Self.columns) FROM audit_entries
                WHERE tenant_id = \(tenant) AND action = \(action) AND (at, sequence) < (\(time), \(sequence))
                ORDER BY sequence DESC LIMIT \(limit + Self.disorder)
                """
            }
            return try transaction.rows(of: statements).joined().map { try Self.entry($0) }
        }
    }

    func append(_ draft: AuditDraft, in tenant: Tenant.ID) async throws(DomainError) {
        try await access.write(tenant) { try trail.append(draft, to: tenant, in: $0) }
    }

    func receive(_ entries: [WaitingAuditEntry], in tenant: Tenant.ID) async throws(DomainError) {
        try await access.write(tenant) { transaction in
            for entry in entries {
                guard let draft = entry.draft else { continue }
                let isNew = try transaction.execute(
                    """
                    INSERT INTO audit_received (tenant_id, id, at) VALUES (\(tenant), \(entry.id), \(draft.at))
                    ON CONFLICT (tenant_id, id) DO NOTHING
                    """
                )
                if isNew == 1 { try trail.append(draft, to: tenant, in: transaction) }
            }
        }
    }

    func forgetReceived(before cutoff: Timestamp, limit: Int) async throws(DomainError) -> Int {
        try await access.writeAcross("old ids of received audit entries") { transaction in
            try transaction.execute(
                """
                DELETE FROM audit_received WHERE (tenant_id, id) IN (
                    SELECT tenant_id, id FROM audit_received WHERE at < \(cutoff) LIMIT \(limit))
                """
            )
        }
    }

    func head(of tenant: Tenant.ID) async throws(DomainError) -> AuditHead {
        try await access.read(tenant) { try AuditTrail.head(of: tenant, in: $0) }
    }

    func heads() async throws(DomainError) -> [Tenant.ID: AuditHead] {
        try await access.readAcross("heads of all audit chains") { transaction in
            let rows = try transaction.rows("SELECT tenant_id, sequence, hash FROM audit_heads")
            return try rows.reduce(into: [:]) { heads, row in
                heads[try row.get("tenant_id")] = AuditHead(
                    sequence: try row.get("sequence"),
                    hash: try row.get("hash")
                )
            }
        }
    }

    func verify(_ tenant: Tenant.ID, anchor: AuditHead?) async throws(DomainError) -> AuditVerdict {
        // The head is read before the walk: entries appended meanwhile are walked too, and none is missing in the end.
        let head = try await head(of: tenant)
        var last = AuditHead.start
        var seen: [Int64: Data] = [:]
        let wanted = Set([head.sequence, anchor?.sequence].compactMap { $0 })
        while true {
            let walked = try await walk(tenant, from: last)
            if let broken = walked.broken { return .broken(at: broken) }
            for sequence in wanted { seen[sequence] = walked.hashes[sequence] ?? seen[sequence] }
            last = walked.last
            if walked.hashes.count < Self.step { break }
        }
        for known in [anchor, head].compactMap({ $0 }) where known.sequence > 0 {
            guard let hash = seen[known.sequence] else {
                return .truncated(anchored: known.sequence, found: last.sequence)
            }
            guard hash == known.hash else { return .broken(at: known.sequence) }
        }
        // The head says where the chain ends, so only entries appended since can follow it.
        guard try await self.head(of: tenant).sequence >= last.sequence else { return .broken(at: last.sequence) }
        return .whole(entries: last.sequence)
    }

    func walk(_ tenant: Tenant.ID, from head: AuditHead) async throws(DomainError) -> AuditWalk {
        try await access.read(tenant) { transaction in
            var walk = AuditWalk(last: head)
            let rows = try transaction.rows(
                """
                SELECT \(sql: Self.columns) FROM audit_entries WHERE tenant_id = \(tenant) AND sequence > \(head.sequence)
                ORDER BY sequence LIMIT \(Self.step)
                """
            )
            for row in rows {
                let hash: Data = try row.get("hash")
                guard let entry = try? Self.entry(row), entry.sequence == walk.last.sequence + 1,
                    trail.chain.hash(of: entry, in: tenant, after: walk.last.hash) == hash
                else {
                    walk.broken = walk.last.sequence + 1
                    return walk
                }
                walk.last = AuditHead(sequence: entry.sequence, hash: hash)
                walk.hashes[entry.sequence] = hash
            }
            return walk
        }
    }

    private static func entry(_ row: Row) throws -> AuditEntry {
        let kind: String = try row.get("actor_kind")
        guard let actor = Principal.Kind(name: kind, id: try row.find("actor_id")) else {
            throw DatabaseError(.decoding, "audit actor \(kind)")
        }
        let subject: DomainError.Subject? = try row.find("target_kind")
        let targetID: String? = try row.find("target_id")
        return AuditEntry(
            sequence: try row.get("sequence"),
            at: try row.get("at"),
            action: try row.get("action"),
            actor: actor,
            address: try row.find("address"),
            requestID: try row.find("request_id"),
            target: subject.flatMap { subject in targetID.map { AuditEntry.Target(subject, $0) } },
            changes: try AuditTrail.changes(from: try row.get("changes"))
        )
    }
}
