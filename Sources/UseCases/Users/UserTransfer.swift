import Domain
import Foundation
import StrictJSON

/// Moves the users of a tenant in and out as lines of JSON, one person a line.
public struct UserTransfer: Sendable {
    /// People read, or written, in one transaction.
    public static let batch = 500

    /// Of JSON in one part of an export; one person goes beyond it at most.
    private static let partBytes = 2 << 20

    let store: any UserTransferStore
    let settings: any TenantSettingsStore
    let audit: any AuditStore
    let systemContext: SystemContext

    public init(
        store: any UserTransferStore,
        settings: any TenantSettingsStore,
        audit: any AuditStore,
        systemContext: SystemContext
    ) {
        self.store = store
        self.settings = settings
        self.audit = audit
        self.systemContext = systemContext
    }

    /// What became of one line, or why it is not one: a sentence for people.
    public enum LineOutcome: Sendable, Hashable {
        case added, skipped
        case bad(String)
    }

    /// Adds the people of up to `batch` lines; who is there already, by id or address, is skipped, so that the same
    /// lines can come again.
    /// - Parameter isTrial: decides the same, and adds nobody.
    /// - Returns: an outcome for each line.
    /// - Throws: `.invalid` with `lines` for more lines.
    public func add(
        _ lines: [Data],
        isTrial: Bool,
        grant: Grant<ManageUsers>
    ) async throws(DomainError) -> [LineOutcome] {
        guard lines.count <= Self.batch else { throw .invalid("lines", .tooLong(maximum: Self.batch)) }
        let isAnonymous = try await settings.settings(of: grant.tenant).settings.isAnonymous
        let reader = UserLine(tenant: grant.tenant, isAnonymous: isAnonymous, systemContext: systemContext)
        let read = lines.map { line in Result { () throws(UserLine.Fault) in try reader.person(line) } }
        let principal = grant.principal
        let now = systemContext.now()
        var outcomes = try await store.add(read.compactMap { try? $0.get() }, in: grant.tenant, isTrial: isTrial) {
            role throws(DomainError) in
            try principal.mayGive(role)
        } audit: { count in
            AuditDraft(.usersImported, by: principal, at: now, changes: [.init("users", from: nil, to: String(count))])
        }[...]
        return read.map { line in
            switch line {
            case .failure(let fault): .bad(fault.sentence)
            case .success: LineOutcome(outcomes.removeFirst())
            }
        }
    }

    /// A part of all users.
    public struct Part: Sendable {
        public let lines: [JSONObject]
        /// Whom the next part begins after; nil at the end.
        public let last: User.ID?
    }

    /// Reads up to `batch` users, fewer when they have much with them. The beginning of an export is audited.
    /// - Parameter withPasswords: writes the hashes too; ours are worth nothing without this installation's root key.
    public func part(after id: User.ID?, withPasswords: Bool, grant: Grant<ReadUsers>) async throws(DomainError) -> Part
    {
        if id == nil {
            let change = AuditEntry.Change("passwords", from: nil, to: withPasswords ? "yes" : "no")
            try await audit.append(
                AuditDraft(.usersExported, by: grant.principal, at: systemContext.now(), changes: [change]),
                in: grant.tenant
            )
        }
        let people = try await store.users(after: id, limit: Self.batch, in: grant.tenant)
        var lines: [JSONObject] = []
        var bytes = 0
        for person in people where bytes < Self.partBytes {
            let line = UserLine.object(person, withPassword: withPasswords)
            bytes += JSONValue.object(line).serialized().count
            lines.append(line)
        }
        let isEnd = people.count < Self.batch && lines.count == people.count
        return Part(lines: lines, last: isEnd || lines.isEmpty ? nil : people[lines.count - 1].user.id)
    }
}

extension UserTransfer.LineOutcome {
    fileprivate init(_ outcome: ImportOutcome) {
        switch outcome {
        case .added: self = .added
        case .skipped: self = .skipped
        case .refused(let problems): self = .bad(UserLine.Fault.fields(problems).sentence)
        }
    }
}
