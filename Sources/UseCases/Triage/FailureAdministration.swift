import Domain

/// Lets members decide what becomes of failures, and write about them.
public struct FailureAdministration: Sendable {
    /// The number of failures that one action may change.
    public static let maximumTogether = 100

    let store: any FailureStore
    let users: any UserStore
    let outbox: AuditOutbox
    let now: @Sendable () -> Timestamp

    /// Changes failures: all of them, or none.
    ///
    /// What events have changed is carried out first, so an action that is based on a resolved failure fails when the
    /// failure has regressed meanwhile.
    /// - Returns: the number of failures that are different now.
    /// - Throws: `.notFound(.failure)`, `.conflict(.failureChanged)`, `.invalid`.
    public func change(
        _ references: [FailureReference],
        by action: FailureAction,
        grant: Grant<TriageFailures>
    ) async throws(DomainError) -> Int {
        guard references.count <= Self.maximumTogether else {
            throw .invalid("failures", .outOfRange(1...Self.maximumTogether))
        }
        if case .assign(let assignee?) = action { try await mustBeMember(assignee, in: grant.tenant) }
        let now = now()
        try await store.settle(references.map(\.id), at: now, in: grant.tenant)
        let principal = grant.principal
        let changed = try await store.change(references, by: action, of: principal.kind, at: now, in: grant.tenant) {
            AuditDraft(
                .failureChanged,
                by: principal,
                at: now,
                target: .init(.failure, $0),
                changes: $1.auditChanges
            )
        }
        await deliver(in: grant.tenant)
        return changed
    }

    /// - Throws: `.notFound(.failure)`, `.invalid`.
    public func comment(
        on id: FailureKey.ID,
        _ text: String,
        grant: Grant<TriageFailures>
    ) async throws(DomainError) -> FailureComment {
        guard text.hasScalars(atMost: FailureComment.textMaximumLength) else {
            throw .invalid("text", .tooLong(maximum: FailureComment.textMaximumLength))
        }
        guard !text.allSatisfy(\.isWhitespace) else { throw .invalid("text", .missing) }
        let now = now()
        let comment = try await store.comment(
            on: id,
            text,
            by: grant.principal.kind,
            at: now,
            in: grant.tenant,
            audit: AuditDraft(.failureCommented, by: grant.principal, at: now, target: .init(.failure, id))
        )
        await deliver(in: grant.tenant)
        return comment
    }

    /// The change is stored, and its audit entry with it. When the audit trail cannot be reached, the timer delivers it.
    private func deliver(in tenant: Tenant.ID) async { try? await outbox.deliver(in: tenant) }

    /// - Throws: `.invalid` when no user with console access has the id.
    private func mustBeMember(_ id: User.ID, in tenant: Tenant.ID) async throws(DomainError) {
        let role: Role
        do throws(DomainError) { role = try await users.user(id, in: tenant).role } catch .notFound {
            throw .invalid("assignee", .malformed(Self.memberSentence))
        }
        guard role.permissions.contains(.enterConsole) else {
            throw .invalid("assignee", .malformed(Self.memberSentence))
        }
    }

    public static let memberSentence = LocalizableText.localizable(
        "forms.assignee",
        "Choose a member with access to the console."
    )
}

extension TriageChange {
    fileprivate var auditChanges: [AuditEntry.Change] {
        [
            AuditEntry.Change("state", from: stateBefore.text, to: stateAfter.text),
            AuditEntry.Change("assignee", from: assigneeBefore?.description, to: assigneeAfter?.description),
        ].filter { $0.before != $0.after }
    }
}
