import Database
import Domain
import UseCases

/// Stores the rules of tenants, cached for the intake of events while this node receives other nodes' changes.
struct CauseRuleRows: CauseRuleStore {
    private static let changed: Change.Topic = "cause_rules"

    let access: StoreAccess
    let trail: AuditTrail
    private let kept: TenantCache<CauseRules>

    init(access: StoreAccess, trail: AuditTrail) {
        self.access = access
        self.trail = trail
        kept = TenantCache(Self.changed, access.database.changes)
    }

    func rules(of tenant: Tenant.ID) async throws(DomainError) -> CauseRules {
        try await access.read(tenant) { try Self.find(in: tenant, $0) }
    }

    func recentRules(of tenant: Tenant.ID) async throws(DomainError) -> CauseRules {
        try await kept.value(of: tenant) { () throws(DomainError) in try await rules(of: tenant) }
    }

    func change(
        rulesOf tenant: Tenant.ID,
        decide: @escaping @Sendable (CauseRules) throws(DomainError) -> (rules: CauseRules, audit: AuditDraft?)
    ) async throws(DomainError) -> CauseRules {
        try await access.write(tenant) { transaction in
            let old = try Self.find(in: tenant, transaction)
            let (new, audit) = try decide(old)
            guard let audit else { return old }
            let staying = Set(new.all.map(\.id))
            for rule in old.all where !staying.contains(rule.id) {
                try transaction.execute("DELETE FROM cause_rules WHERE tenant_id = \(tenant) AND id = \(rule.id)")
            }
            let before = Set(old.all)
            for rule in new.all where !before.contains(rule) { try Self.save(rule, in: tenant, transaction) }
            try transaction.announce(Change(Self.changed, of: tenant.uuid))
            try trail.append(audit, to: tenant, in: transaction)
            return new
        }
    }

    private static func save(_ rule: CauseRule, in tenant: Tenant.ID, _ transaction: any WriteTransaction) throws {
        let pattern = rule.pattern
        try transaction.execute(
            """
            INSERT INTO cause_rules (
                tenant_id, id, position, domain, code, stage, canonical, version, created_at, updated_at)
            VALUES (
                \(tenant), \(rule.id), \(rule.position), \(pattern.domain), \(pattern.code), \(pattern.stage),
                \(rule.assigned.code), \(rule.version), \(rule.createdAt), \(rule.updatedAt))
            ON CONFLICT (tenant_id, id) DO UPDATE
            SET position = excluded.position, domain = excluded.domain, code = excluded.code, stage = excluded.stage,
                canonical = excluded.canonical, version = excluded.version, updated_at = excluded.updated_at
            """
        )
    }

    private static func find(in tenant: Tenant.ID, _ transaction: any ReadTransaction) throws -> CauseRules {
        let rows = try transaction.rows(
            """
            SELECT r.id AS id, r.position AS position, r.domain AS domain, r.code AS code, r.stage AS stage,
                r.canonical AS canonical, r.version AS version, r.created_at AS created_at, r.updated_at AS updated_at
            FROM cause_rules r WHERE r.tenant_id = \(tenant) ORDER BY r.position, r.id LIMIT 1000
            """
        )
        return CauseRules(try rows.map(rule))
    }

    private static func rule(_ row: Row) throws -> CauseRule {
        guard let entry = CauseCatalogue.assignable(try row.get("canonical")) else {
            throw DatabaseError(.decoding, "canonical is no code of the catalogue")
        }
        return CauseRule(
            id: try row.get("id"),
            pattern: ErrorPattern(
                domain: try row.get("domain"),
                code: try row.find("code"),
                stage: try row.find("stage")
            ),
            entry: entry,
            position: try row.get("position"),
            version: try row.get("version"),
            createdAt: try row.get("created_at"),
            updatedAt: try row.get("updated_at")
        )
    }
}
