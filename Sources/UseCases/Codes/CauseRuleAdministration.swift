import Domain

/// Lets a tenant say which canonical codes the errors stand for that no table has.
public struct CauseRuleAdministration: Sendable {
    let store: any CauseRuleStore
    let systemContext: SystemContext

    public func rules(grant: Grant<ReadEvents>) async throws(DomainError) -> CauseRules {
        try await store.rules(of: grant.tenant)
    }

    /// - Throws: `.notFound(.rule)`
    public func rule(_ id: CauseRule.ID, grant: Grant<ReadEvents>) async throws(DomainError) -> CauseRule {
        try await store.rules(of: grant.tenant).rule(id)
    }

    /// Adds a rule, as the last one unless the draft says where. It applies to the next delivery.
    /// - Throws: `.invalid`, also when the tenant has its maximum, or a rule for the same errors.
    public func create(_ draft: CauseRuleDraft, grant: Grant<ManageSettings>) async throws(DomainError) -> CauseRule {
        let (pattern, entry) = try draft.validated()
        let (id, now) = (systemContext.newID(of: CauseRule.self), systemContext.now())
        return try await store.change(rulesOf: grant.tenant) { old throws(DomainError) in
            guard old.all.count < CauseRule.maximumPerTenant else { throw .invalid("domain", Self.tooMany) }
            let rule = CauseRule(
                id: id,
                pattern: pattern,
                entry: entry,
                position: min(draft.position ?? .max, old.all.count + 1),
                version: 1,
                createdAt: now,
                updatedAt: now
            )
            let new = try old.replacing(nil, by: rule)
            return (new, Self.audit(.causeRuleCreated, from: nil, to: rule, at: now, grant.principal))
        }.rule(id)
    }

    /// - Parameter version: the version that the draft is based on; nil for any.
    /// - Throws: `.notFound(.rule)`, `.conflict(.settingsChanged)` when the version has changed since, `.invalid`.
    public func replace(
        _ id: CauseRule.ID,
        with draft: CauseRuleDraft,
        expecting version: Int?,
        grant: Grant<ManageSettings>
    ) async throws(DomainError) -> CauseRule {
        let (pattern, entry) = try draft.validated()
        let now = systemContext.now()
        return try await store.change(rulesOf: grant.tenant) { old throws(DomainError) in
            let before = try old.rule(id, expecting: version)
            let position = min(draft.position ?? before.position, old.all.count)
            guard pattern != before.pattern || entry.code != before.assigned.code || position != before.position else {
                return (old, nil)
            }
            let rule = CauseRule(
                id: id,
                pattern: pattern,
                entry: entry,
                position: position,
                version: before.version + 1,
                createdAt: before.createdAt,
                updatedAt: now
            )
            let new = try old.replacing(before, by: rule)
            return (new, Self.audit(.causeRuleChanged, from: before, to: rule, at: now, grant.principal))
        }.rule(id)
    }

    /// Deletes a rule; events that it classified keep their codes.
    /// - Parameter version: the version that was read; nil for any.
    /// - Throws: `.notFound(.rule)`, `.conflict(.settingsChanged)`
    public func delete(
        _ id: CauseRule.ID,
        expecting version: Int?,
        grant: Grant<ManageSettings>
    ) async throws(DomainError) {
        let now = systemContext.now()
        _ = try await store.change(rulesOf: grant.tenant) { old throws(DomainError) in
            let before = try old.rule(id, expecting: version)
            let new = try old.replacing(before, by: nil)
            return (new, Self.audit(.causeRuleDeleted, from: before, to: nil, at: now, grant.principal))
        }
    }

    private static func audit(
        _ action: AuditEntry.Action,
        from old: CauseRule?,
        to new: CauseRule?,
        at now: Timestamp,
        _ principal: Principal
    ) -> AuditDraft {
        let changes = [
            AuditEntry.Change("domain", from: old?.pattern.domain, to: new?.pattern.domain),
            AuditEntry.Change("code", from: old?.pattern.code, to: new?.pattern.code),
            AuditEntry.Change("stage", from: old?.pattern.stage?.rawValue, to: new?.pattern.stage?.rawValue),
            AuditEntry.Change("treat_as", from: old?.assigned.code, to: new?.assigned.code),
            AuditEntry.Change("position", from: old.map { "\($0.position)" }, to: new.map { "\($0.position)" }),
        ].filter { change in
            switch (change.before, change.after) {
            case (nil, nil): false
            case (let before?, let after?): !before.utf8.elementsEqual(after.utf8)
            default: true
            }
        }
        let id = (new ?? old)?.id.description ?? ""
        return AuditDraft(action, by: principal, at: now, target: .init(.rule, id), changes: changes)
    }

    private static let tooMany = FieldProblem.Rule.malformed(
        .localizable(
            "forms.cause-rules-maximum",
            "A tenant has at most {maximum} rules.",
            ["maximum": .number(CauseRule.maximumPerTenant)]
        )
    )
}

extension CauseRules {
    /// - Throws: `.notFound(.rule)`, `.conflict(.settingsChanged)` for another version.
    fileprivate func rule(_ id: CauseRule.ID, expecting version: Int? = nil) throws(DomainError) -> CauseRule {
        guard let rule = all.first(where: { $0.id == id }) else { throw .notFound(.rule) }
        guard version.map({ $0 == rule.version }) ?? true else { throw .conflict(.settingsChanged) }
        return rule
    }

    /// Takes a rule out, puts another in at its position, and numbers all.
    /// - Throws: `.invalid` when a further rule is for the same errors.
    fileprivate func replacing(_ old: CauseRule?, by new: CauseRule?) throws(DomainError) -> CauseRules {
        var rules = all.filter { $0.id != old?.id }
        if let new {
            guard !rules.contains(where: { $0.pattern == new.pattern }) else { throw .invalid("domain", Self.taken) }
            rules.insert(new, at: min(new.position - 1, rules.count))
        }
        return CauseRules(rules.enumerated().map { $1.moved(to: $0 + 1) })
    }

    private static let taken = FieldProblem.Rule.malformed(
        .localizable("forms.cause-rule-taken", "There is a rule for these errors already. Change that one.")
    )
}

/// Stores the rules of tenants for errors that no table has.
public protocol CauseRuleStore: Sendable {
    /// Returns the rules as they are now.
    func rules(of tenant: Tenant.ID) async throws(DomainError) -> CauseRules
    /// Returns the rules from memory where that is possible: they may be a moment old.
    func recentRules(of tenant: Tenant.ID) async throws(DomainError) -> CauseRules
    /// Reads, decides and carries out in one transaction; a decision without an audit entry changes nothing.
    /// - Returns: the rules as they are then.
    func change(
        rulesOf tenant: Tenant.ID,
        decide: @escaping @Sendable (CauseRules) throws(DomainError) -> (rules: CauseRules, audit: AuditDraft?)
    ) async throws(DomainError) -> CauseRules
}

/// A rule as a user typed it.
public struct CauseRuleDraft: Sendable {
    public var domain: String
    /// Nil or empty for every code.
    public var code: String?
    /// Nil for every stage.
    public var stage: Stage?
    /// The canonical code that the errors stand for.
    public var canonical: String
    /// The place among the rules, from 1; nil for the place that it has, or the last one.
    public var position: Int?

    public init(domain: String, code: String?, stage: Stage?, canonical: String, position: Int? = nil) {
        self.domain = domain
        self.code = code
        self.stage = stage
        self.canonical = canonical
        self.position = position
    }

    /// - Throws: `.invalid`
    func validated() throws(DomainError) -> (pattern: ErrorPattern, entry: CauseEntry) {
        var problems: [FieldProblem] = []
        let code = code.flatMap { $0.isEmpty ? nil : $0 }
        if domain.isEmpty { problems.append(.init(field: "domain", rule: .missing)) }
        for (field, text) in [("domain", domain), ("code", code ?? "")] where text.utf8.count > CauseRule.fieldBytes {
            problems.append(.init(field: field, rule: .malformed(Self.tooManyBytes)))
        }
        let entry = CauseCatalogue.assignable(canonical)
        if entry == nil { problems.append(.init(field: "treat_as", rule: .malformed(Self.notAssignable))) }
        if let position, !(1...CauseRule.maximumPerTenant).contains(position) {
            problems.append(.init(field: "position", rule: .outOfRange(1...CauseRule.maximumPerTenant)))
        }
        guard problems.isEmpty, let entry else { throw .invalid(problems) }
        return (ErrorPattern(domain: domain, code: code, stage: stage), entry)
    }

    private static let tooManyBytes = LocalizableText.localizable(
        "forms.cause-rule-bytes",
        "Use at most {maximum} bytes.",
        ["maximum": .number(CauseRule.fieldBytes)]
    )
    private static let notAssignable = LocalizableText.localizable(
        "forms.cause-rule-code",
        "Choose a code of the catalogue that events of apps can have."
    )
}
