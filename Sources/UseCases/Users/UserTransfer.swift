import Domain
import Foundation
import StrictJSON

/// Imports and exports the users of a tenant as lines of JSON, one user a line.
public struct UserTransfer: Sendable {
    /// The number of users read, or written, in one transaction.
    public static let batch = 500

    /// The size of the JSON in one part of an export; it is exceeded by one user at most.
    private static let partBytes = 2 << 20

    let store: any UserTransferStore
    let settings: any TenantSettingsStore
    let audit: any AuditStore
    let systemContext: SystemContext

    /// The result of one line, or the reason it is invalid: a sentence for the operator.
    public enum LineOutcome: Sendable, Hashable {
        case added, skipped
        case bad(String)
    }

    /// Adds the users of up to `batch` lines; skips an existing user, by id or address, so that an import can be
    /// repeated.
    /// - Parameter isTrial: validates and decides as usual, but adds no user.
    /// - Returns: an outcome for each line.
    /// - Throws: `.invalid` with `lines` for too many lines.
    public func add(
        _ lines: [Data],
        isTrial: Bool,
        grant: Grant<ManageUsers>
    ) async throws(DomainError) -> [LineOutcome] {
        guard lines.count <= Self.batch else { throw .invalid("lines", .tooLong(maximum: Self.batch)) }
        let isAnonymous = try await settings.settings(of: grant.tenant).settings.isAnonymous
        let reader = UserLine(tenant: grant.tenant, isAnonymous: isAnonymous, systemContext: systemContext)
        let read = lines.map { line in Result { () throws(UserLine.Fault) in try reader.user(line) } }
        let principal = grant.principal
        let now = systemContext.now()
        let batch = UserBatch(read.compactMap { try? $0.get() }, isTrial: isTrial)
        var outcomes = try await store.add(batch, in: grant.tenant) {
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

    /// One part of an export.
    public struct Part: Sendable {
        public let lines: [JSONObject]
        /// The user after whom the next part begins; nil at the end.
        public let last: User.ID?
    }

    /// Reads up to `batch` users, fewer when they have much data. The beginning of an export is audited.
    /// - Parameter withPasswords: writes the hashes too; the server's own are worthless without this installation's
    ///   root key.
    public func part(after id: User.ID?, withPasswords: Bool, grant: Grant<ReadUsers>) async throws(DomainError) -> Part
    {
        if id == nil {
            let change = AuditEntry.Change("passwords", from: nil, to: withPasswords ? "yes" : "no")
            try await audit.append(
                AuditDraft(.usersExported, by: grant.principal, at: systemContext.now(), changes: [change]),
                in: grant.tenant
            )
        }
        let users = try await store.users(after: id, limit: Self.batch, in: grant.tenant)
        var lines: [JSONObject] = []
        var bytes = 0
        for user in users where bytes < Self.partBytes {
            let line = UserLine.object(user, withPassword: withPasswords)
            bytes += JSONValue.object(line).serialized().count
            lines.append(line)
        }
        let isEnd = users.count < Self.batch && lines.count == users.count
        return Part(lines: lines, last: isEnd || lines.isEmpty ? nil : users[lines.count - 1].user.id)
    }
}

extension UserTransfer.LineOutcome {
    fileprivate init(_ outcome: ImportOutcome) {
        switch outcome {
        case .added: self = .added
        case .skipped: self = .skipped
        case .rejected(let problems): self = .bad(UserLine.Fault.fields(problems).sentence)
        }
    }
}

/// Imports and exports many users at once.
public protocol UserTransferStore: Sendable {
    /// Adds the users that the tenant does not have yet, in one transaction with its audit entry.
    /// - Parameters:
    ///   - mayGive: called with the role of each user, in this transaction.
    ///   - audit: creates the audit entry from the number of added users; not called for none.
    /// - Returns: an outcome for each user.
    func add(
        _ batch: UserBatch,
        in tenant: Tenant.ID,
        mayGive: @escaping @Sendable (Role) throws(DomainError) -> Void,
        audit: @escaping @Sendable (Int) -> AuditDraft
    ) async throws(DomainError) -> [ImportOutcome]
    /// Returns up to `limit` users in the order of their ids.
    func users(after id: User.ID?, limit: Int, in tenant: Tenant.ID) async throws(DomainError) -> [PortableUser]
}

/// Users that are imported together.
public struct UserBatch: Sendable {
    public let users: [PortableUser]
    /// Everything is decided as usual, but no user is added.
    public let isTrial: Bool

    public init(_ users: [PortableUser], isTrial: Bool) {
        self.users = users
        self.isTrial = isTrial
    }
}

/// A user as transferred between systems: with sign-in methods, without sessions.
public struct PortableUser: Sendable, Hashable {
    public let user: User
    public let password: PasswordHash?
    /// Apple's subjects of the user in the apps of the tenant's team.
    public let appleSubjects: [String]
    /// Two users have signed up with the address, and it is unconfirmed.
    public let isContested: Bool

    public init(user: User, password: PasswordHash?, appleSubjects: [String], isContested: Bool = false) {
        self.user = user
        self.password = password
        self.appleSubjects = appleSubjects
        self.isContested = isContested
    }
}

/// The result of one user of an import.
public enum ImportOutcome: Sendable, Hashable {
    case added
    /// An existing user has the id or the address.
    case skipped
    case rejected([FieldProblem])
}
