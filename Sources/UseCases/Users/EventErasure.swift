import Domain
import StrictJSON

/// Deletes the events of one user.
///
/// A request deletes a bounded number of rows in short steps, and says whether some are left; repeating it goes on where
/// it stopped, because what was deleted is not found again. Users of whom only events are left can be erased too.
public struct EventErasure: Sendable {
    /// The rows of one step, which holds the writer for some milliseconds.
    static let step = 200
    /// The steps of one request.
    static let maximumSteps = 50
    /// The users of higher rank whose names are read at once.
    private static let ranked = 200

    /// What one request deleted.
    public struct Outcome: Sendable, Hashable {
        public let deleted: Int
        /// False when events are left: repeat the request.
        public let isComplete: Bool
    }

    public let names: EventUserNames
    let users: any UserStore
    let roles: any RoleStore
    let events: any EventStore
    /// Keeps the latest events for live tails.
    let feed: EventFeed
    let audit: any AuditStore
    let now: @Sendable () -> Timestamp
    /// The users of higher rank whose names are compared with a text.
    var maximumRanked = 5000

    /// - Throws: `.notFound(.user)` when neither the tenant nor an event of it knows the user, `.denied(.outranked)`,
    ///   `.denied(.ownAccount)`, `.denied(.proofNeeded)`, `.unavailable`
    public func erase(_ id: User.ID, grant: Grant<ManageUsers>) async throws(DomainError) -> Outcome {
        try grant.principal.mustHaveProven(by: now())
        try UserAdministration.rejectOwnAccount(id, grant.principal)
        return try await erase(names(of: id, grant: grant), of: .init(.user, id), grant: grant)
    }

    /// Deletes the events that name a user by one text: the id that an app has for them, an email address that is not
    /// confirmed, or what events keep of it. The id of a user of the tenant stands for all their names.
    /// - Throws: `.invalid` with `user` for a text of which events keep too little, and when too many users rank above the
    ///   caller; `.denied(.outranked)` and `.denied(.ownAccount)` for a text with a name of such a user;
    ///   `.denied(.proofNeeded)`, `.unavailable`, and for the id of a user what `erase(_:grant:)` throws
    public func erase(named text: String, grant: Grant<ManageUsers>) async throws(DomainError) -> Outcome {
        if let id = User.ID(text) { return try await erase(id, grant: grant) }
        try grant.principal.mustHaveProven(by: now())
        guard let name = names.name(for: text, in: grant.tenant) else { throw .invalid("user", .noEventUser) }
        try await rejectProtected(name, grant)
        return try await erase([ByteText(name)], of: .init(.user, name), grant: grant)
    }

    private func erase(
        _ names: Set<ByteText>,
        of target: AuditEntry.Target,
        grant: Grant<ManageUsers>
    ) async throws(DomainError) -> Outcome {
        // There is no transaction over both databases: the entry precedes what it records.
        let entry = AuditDraft(.userEventsErased, by: grant.principal, at: now(), target: target)
        try await audit.append(entry, in: grant.tenant)
        // A tail that is opened later must not get them from memory.
        defer { feed.forget(grant.tenant) }
        let names = names.sorted().map(\.text)
        var deleted = 0
        for _ in 0..<Self.maximumSteps {
            let count = try await events.erase(names, in: grant.tenant, limit: Self.step)
            guard count > 0 else { return Outcome(deleted: deleted, isComplete: true) }
            deleted += count
        }
        return Outcome(deleted: deleted, isComplete: false)
    }

    private func names(of id: User.ID, grant: Grant<ManageUsers>) async throws(DomainError) -> Set<ByteText> {
        do throws(DomainError) {
            let found = try await users.user(id, in: grant.tenant)
            try grant.principal.mayAct(onRank: found.role.rank)
            return names.names(of: found.summary.user, found.identities, isConfirmed: true)
        } catch .notFound(.user) {
            let name = id.description
            guard try await events.namesUser([name], in: grant.tenant) else { throw .notFound(.user) }
            return [ByteText(name)]
        } catch {
            throw error
        }
    }

    /// Rejects a text with a name of the caller, or of a user who ranks above them: evidence against these is not theirs to
    /// delete. A hash does not say whose address it is, so that of each such user is compared.
    private func rejectProtected(_ text: String, _ grant: Grant<ManageUsers>) async throws(DomainError) {
        let (tenant, principal) = (grant.tenant, grant.principal)
        func isNamed(_ user: User, _ identities: [Identity]) -> Bool {
            names.names(of: user, identities, isConfirmed: false).contains { Self.isName($0, in: text) }
        }
        if case .user(let id) = principal.kind {
            let own = try await users.user(id, in: tenant)
            guard !isNamed(own.summary.user, own.identities) else { throw .denied(.ownAccount) }
        }
        var compared = 0
        for role in try await roles.all(in: tenant).map(\.role) where !principal.canAct(onRank: role.rank) {
            var place = ListOffset(skipping: 0, limit: Self.ranked)
            while true {
                let found = try await ranked(role, at: place, in: tenant)
                guard let last = found.last else { break }
                compared += found.count
                if found.contains(where: { isNamed($0.user, $0.identities) }) { throw .denied(.outranked) }
                guard compared <= maximumRanked else { throw .invalid("user", .tooManyOutrank) }
                place.after = last.user.id
            }
        }
    }

    private func ranked(
        _ role: Role,
        at place: ListOffset,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> [AccountProfile] {
        do throws(DomainError) {
            return try await users.directory(UserQuery(role: role.name), at: place, in: tenant)
        } catch .invalid {
            // It took too long, which is no fault of a field.
            throw .unavailable(retryAfter: .seconds(10))
        } catch {
            throw error
        }
    }

    /// Whether a text is a name, or has one in it that cannot be a part of another: `mailto:[email:1f2e3d4c]`.
    private static func isName(_ name: ByteText, in text: String) -> Bool {
        // An id that is not the whole text is stored as it was sent: in either case, also without hyphens.
        if User.ID(name.text) != nil { return digits(text).containsBytes(of: digits(name.text)) }
        let isKeyed = ["[email:", "[token:"].contains { name.text.containsBytes(of: $0) }
        return isKeyed ? text.containsBytes(of: name.text) : name == ByteText(text)
    }

    private static func digits(_ text: String) -> String { text.lowercased().filter { $0 != "-" } }
}

extension FieldProblem.Rule {
    static let noEventUser = FieldProblem.Rule.malformed(
        .localizable(
            "forms.event-user",
            "Enter an ID or an email address. Events keep no phone numbers, card numbers, network addresses or secrets."
        )
    )
    fileprivate static let tooManyOutrank = FieldProblem.Rule.malformed(
        .localizable(
            "forms.event-user-outranked",
            "Too many users have a higher level than yours, so their names cannot be compared with this text. Someone with a higher level can delete these events."
        )
    )
}
