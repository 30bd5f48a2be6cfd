import Domain

/// Lets a tenant add a runbook and a note to a canonical code, for those who look at its events.
public struct CauseNoteAdministration: Sendable {
    let notes: any CauseNoteStore
    let now: @Sendable () -> Timestamp

    public struct Draft: Sendable {
        public var runbook: String?
        public var text: String?

        public init(runbook: String?, text: String?) {
            self.runbook = runbook
            self.text = text
        }

        /// Without a runbook and a text the note is removed.
        public static let none = Draft(runbook: nil, text: nil)
    }

    /// - Returns: nil when the tenant has added nothing.
    /// - Throws: `.notFound(.code)` for a code that the catalogue does not have.
    public func note(on code: String, grant: Grant<ReadEvents>) async throws(DomainError) -> CauseNote? {
        try await notes.note(on: try entry(code), in: grant.tenant)
    }

    /// Replaces the note; a draft without a runbook and a text removes it.
    /// - Throws: `.notFound(.code)`, `.invalid`.
    public func replace(
        noteOn code: String,
        with draft: Draft,
        grant: Grant<ManageSettings>
    ) async throws(DomainError) -> CauseNote? {
        let entry = try entry(code)
        let now = now()
        let new = try note(draft, at: now)
        return try await notes.change(noteOn: entry, in: grant.tenant) { old in
            let changes = [
                AuditEntry.Change("runbook", from: old?.runbook?.description, to: new?.runbook?.description),
                AuditEntry.Change("note", from: old?.text, to: new?.text),
            ].filter { $0.before != $0.after }
            guard !changes.isEmpty else { return (old, nil) }
            let audit = AuditDraft(
                .causeNoteChanged,
                by: grant.principal,
                at: now,
                target: .init(.code, entry.code),
                changes: changes
            )
            return (new, audit)
        }
    }

    private func entry(_ code: String) throws(DomainError) -> CauseEntry {
        guard let entry = CauseCatalogue.entry(code) else { throw .notFound(.code) }
        return entry
    }

    private func note(_ draft: Draft, at now: Timestamp) throws(DomainError) -> CauseNote? {
        var problems: [FieldProblem] = []
        let runbook = draft.runbook.flatMap { $0.isEmpty ? nil : $0 }
        let address = runbook.flatMap { RunbookAddress($0) }
        if runbook != nil, address == nil {
            problems.append(.init(field: "runbook", rule: .malformed(Self.addressSentence)))
        }
        let text = draft.text.flatMap { $0.isEmpty ? nil : $0 }
        if let text, !text.hasScalars(atMost: CauseNote.textMaximumLength) {
            problems.append(.init(field: "note", rule: .tooLong(maximum: CauseNote.textMaximumLength)))
        }
        guard problems.isEmpty else { throw .invalid(problems) }
        guard address != nil || text != nil else { return nil }
        return CauseNote(runbook: address, text: text, updatedAt: now)
    }

    private static let addressSentence = LocalizableText.localizable(
        "forms.runbook",
        "Enter a complete https URL, like https://wiki.example.com/sign-in."
    )
}

/// Stores what tenants add to canonical codes.
public protocol CauseNoteStore: Sendable {
    /// Returns nil when the tenant has no note for the code.
    func note(on entry: CauseEntry, in tenant: Tenant.ID) async throws(DomainError) -> CauseNote?
    /// Reads, decides and carries out in one transaction; a decision without an audit entry changes nothing.
    func change(
        noteOn entry: CauseEntry,
        in tenant: Tenant.ID,
        decide: @escaping @Sendable (CauseNote?) -> (note: CauseNote?, audit: AuditDraft?)
    ) async throws(DomainError) -> CauseNote?
}
