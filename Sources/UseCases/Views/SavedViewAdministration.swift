import Domain
import Foundation

/// Keeps questions about events under names: for oneself, or for everyone in the tenant who may read events.
public struct SavedViewAdministration: Sendable {
    let views: any SavedViewStore
    let systemContext: SystemContext

    /// What someone wants a view to be.
    public struct Draft: Sendable {
        public var name: String
        /// As it was typed, or in canonical form.
        public var query: String
        public var filters: [(name: String, value: String)]
        public var isShared: Bool

        public init(name: String, query: String, filters: [(name: String, value: String)], isShared: Bool) {
            self.name = name
            self.query = query
            self.filters = filters
            self.isShared = isShared
        }
    }

    /// Returns the principal's own views and the shared ones, by name.
    public func list(_ grant: Grant<ReadEvents>) async throws(DomainError) -> [ListedView] {
        try await views.views(of: grant.principal.kind, in: grant.tenant).map { ListedView($0, for: grant.principal) }
    }

    /// - Throws: `.notFound(.view)`, also for a private view of someone else.
    public func view(_ id: SavedView.ID, grant: Grant<ReadEvents>) async throws(DomainError) -> ListedView {
        try Self.seen(try await views.view(id, in: grant.tenant), by: grant.principal)
    }

    /// - Throws: `.invalid`
    public func create(_ draft: Draft, grant: Grant<ReadEvents>) async throws(DomainError) -> ListedView {
        let now = systemContext.now()
        let view = try Self.view(
            draft,
            id: systemContext.newID(),
            owner: grant.principal.kind,
            createdAt: now,
            at: now,
            version: 1
        )
        let audit = Self.audit(from: nil, to: view, by: grant.principal, at: now)
        try await views.insert(view, in: grant.tenant, audit: audit)
        return ListedView(view, for: grant.principal)
    }

    /// Replaces a view; only its owner, and for a shared one an administrator, may.
    /// - Parameter version: the version that was read; nil replaces any.
    /// - Throws: `.notFound(.view)`, `.denied`, `.invalid`, `.conflict(.viewChanged)`
    public func replace(
        _ id: SavedView.ID,
        with draft: Draft,
        version: Int? = nil,
        grant: Grant<ReadEvents>
    ) async throws(DomainError) -> ListedView {
        try await change(id, version: version, grant: grant) { _ in draft }
    }

    /// - Parameter draft: what becomes of the view as it is in the transaction, so that no change of someone else is lost.
    private func change(
        _ id: SavedView.ID,
        version: Int?,
        grant: Grant<ReadEvents>,
        draft: @escaping @Sendable (SavedView) -> Draft
    ) async throws(DomainError) -> ListedView {
        let (principal, now) = (grant.principal, systemContext.now())
        let changed = try await views.change(id, in: grant.tenant) { old throws(DomainError) in
            try Self.mustChange(old, principal)
            if let version, version != old.version { throw .conflict(.viewChanged) }
            let new = try Self.view(
                draft(old),
                id: id,
                owner: old.owner,
                createdAt: old.createdAt,
                at: now,
                version: old.version + 1
            )
            return ViewDecision(view: new, audit: Self.audit(from: old, to: new, by: principal, at: now))
        }
        guard let changed else { throw .notFound(.view) }
        return ListedView(changed, for: principal)
    }

    /// Gives a view another name, and shares it or makes it private, as `replace` does.
    public func rename(
        _ id: SavedView.ID,
        to name: String,
        isShared: Bool,
        version: Int? = nil,
        grant: Grant<ReadEvents>
    ) async throws(DomainError) -> ListedView {
        try await change(id, version: version, grant: grant) { old in
            Draft(name: name, query: old.query, filters: old.filters.all, isShared: isShared)
        }
    }

    /// - Throws: `.notFound(.view)`, `.denied`
    public func delete(_ id: SavedView.ID, grant: Grant<ReadEvents>) async throws(DomainError) {
        let (principal, now) = (grant.principal, systemContext.now())
        _ = try await views.change(id, in: grant.tenant) { old throws(DomainError) in
            try Self.mustChange(old, principal)
            return ViewDecision(view: nil, audit: Self.audit(from: old, to: nil, by: principal, at: now))
        }
    }

    // MARK: Rules

    private static func seen(_ view: SavedView, by principal: Principal) throws(DomainError) -> ListedView {
        let listed = ListedView(view, for: principal)
        guard listed.isOwn || view.isShared else { throw .notFound(.view) }
        return listed
    }

    private static func mustChange(_ view: SavedView, _ principal: Principal) throws(DomainError) {
        guard try seen(view, by: principal).canChange else { throw .denied(.missingPermission(.manageSettings)) }
    }

    private static func view(
        _ draft: Draft,
        id: SavedView.ID,
        owner: Principal.Kind,
        createdAt: Timestamp,
        at now: Timestamp,
        version: Int
    ) throws(DomainError) -> SavedView {
        var problems: [FieldProblem] = []
        let name = draft.name.trimmingCharacters(in: .whitespacesAndNewlines)
        if name.isEmpty { problems.append(.init(field: "name", rule: .missing)) }
        if !name.hasScalars(atMost: SavedView.nameMaximumLength) {
            problems.append(.init(field: "name", rule: .tooLong(maximum: SavedView.nameMaximumLength)))
        }
        var query = ""
        do throws(QueryError) {
            query = try QueryParser.parse(draft.query, maximumBytes: QueryLimits.canonicalBytes).description
        } catch { problems.append(.init(field: "query", rule: .malformed(Self.badQuery))) }
        if query.utf8.count > QueryLimits.canonicalBytes {
            problems.append(.init(field: "query", rule: .tooLong(maximum: QueryLimits.canonicalBytes)))
        }
        let filters = ViewFilters(draft.filters)
        if filters == nil { problems.append(.init(field: "filters", rule: .malformed(Self.badFilters))) }
        guard problems.isEmpty, let filters else { throw .invalid(problems) }
        return SavedView(
            id: id,
            owner: owner,
            name: name,
            query: query,
            filters: filters,
            isShared: draft.isShared,
            createdAt: createdAt,
            updatedAt: now,
            version: version
        )
    }

    private static let badQuery = LocalizableText.localizable("forms.view-query", "Check the query of events.")
    private static let badFilters = LocalizableText.localizable(
        "forms.view-filters",
        "Check the filters and the period."
    )

    /// Only what others see is audited.
    private static func audit(
        from old: SavedView?,
        to new: SavedView?,
        by principal: Principal,
        at now: Timestamp
    ) -> AuditDraft? {
        guard let view = new ?? old, old?.isShared == true || new?.isShared == true else { return nil }
        let changes = [
            AuditEntry.Change("name", from: old?.name, to: new?.name),
            AuditEntry.Change("query", from: old?.query, to: new?.query),
            AuditEntry.Change("filter", from: old?.filters.text, to: new?.filters.text),
            AuditEntry.Change("shared", from: old.map { $0.isShared.word }, to: new.map { $0.isShared.word }),
        ].filter { $0.before != $0.after }
        let action: AuditEntry.Action = old == nil ? .viewCreated : new == nil ? .viewDeleted : .viewUpdated
        return AuditDraft(action, by: principal, at: now, target: .init(.view, view.id), changes: changes)
    }
}

extension ViewFilters {
    /// `range 7d, stage refresh`
    fileprivate var text: String { all.map { "\($0.name) \($0.value)" }.joined(separator: ", ") }
}

extension Bool {
    fileprivate var word: String { self ? "yes" : "no" }
}

/// A saved view as one principal sees it.
public struct ListedView: Sendable, Hashable {
    public let view: SavedView
    public let isOwn: Bool
    /// Whether the principal may change and delete it.
    public let canChange: Bool

    public init(_ view: SavedView, for principal: Principal) {
        self.view = view
        isOwn = view.owner == principal.kind
        canChange = isOwn || view.isShared && principal.permissions.contains(.manageSettings)
    }
}

/// Stores saved views.
public protocol SavedViewStore: Sendable {
    /// Returns the views of an owner and those that are shared, by name.
    func views(of owner: Principal.Kind, in tenant: Tenant.ID) async throws(DomainError) -> [SavedView]
    /// - Throws: `.notFound(.view)`
    func view(_ id: SavedView.ID, in tenant: Tenant.ID) async throws(DomainError) -> SavedView
    /// - Throws: `.invalid` when there are too many.
    func insert(_ view: SavedView, in tenant: Tenant.ID, audit: AuditDraft?) async throws(DomainError)
    /// Reads, decides and carries out in one transaction.
    /// - Returns: the view as it is now; nil when it was deleted.
    /// - Throws: `.notFound(.view)`, `.invalid` when too many are shared, and what `decide` throws.
    func change(
        _ id: SavedView.ID,
        in tenant: Tenant.ID,
        decide: @escaping @Sendable (SavedView) throws(DomainError) -> ViewDecision
    ) async throws(DomainError) -> SavedView?
}

/// What becomes of a saved view.
public struct ViewDecision: Sendable {
    /// Nil deletes it.
    public let view: SavedView?
    /// Nil for a private view.
    public let audit: AuditDraft?
}
