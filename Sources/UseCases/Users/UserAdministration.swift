import Domain
import Synchronization

/// Lets an administrator manage the users of a tenant.
///
/// The rules of rank and of the last administrator are checked inside the transaction that makes the change, on data
/// read in it.
public struct UserAdministration: Sendable {
    let users: any UserStore
    let settings: any TenantSettingsStore
    let passwords: PasswordGate
    let notices: AccountNotices
    let systemContext: SystemContext
    let places = DirectoryPlaces()

    public func page(
        _ query: UserQuery,
        _ request: PageRequest,
        grant: Grant<ReadUsers>
    ) async throws(DomainError) -> Page<UserSummary> {
        try await users.page(query, request, in: grant.tenant)
    }

    public func count(_ query: UserQuery, grant: Grant<ReadUsers>) async throws(DomainError) -> UserCount {
        try await users.count(query, in: grant.tenant)
    }

    /// - Throws: `.notFound(.user)`
    public func user(
        _ id: User.ID,
        grant: Grant<ReadUsers>
    ) async throws(DomainError) -> (summary: UserSummary, role: Role, identities: [Identity]) {
        try await users.user(id, in: grant.tenant)
    }

    /// The number of users one bulk action may name; further ones are left out.
    public static let maximumTogether = 200

    /// Returns the users with these ids that exist.
    public func users(_ ids: Set<User.ID>, grant: Grant<ReadUsers>) async throws(DomainError) -> [User.ID: User] {
        guard !ids.isEmpty else { return [:] }
        let found = try await users.users(Array(ids.prefix(Self.maximumTogether)), in: grant.tenant)
        return Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
    }

    /// Changes a user, and notifies their former mailbox when the change sets another address or password.
    func change(
        _ id: User.ID,
        grant: Grant<ManageUsers>,
        decide: @escaping @Sendable (UserRecord) throws(DomainError) -> UserDecision
    ) async throws(DomainError) -> User {
        let context = try await notices.context(of: grant.principal, in: grant.tenant)
        let change = Mutex<(former: User, hasNewPassword: Bool)?>(nil)
        let user = try await users.change(id, in: grant.tenant, newRole: nil) { record throws(DomainError) in
            try grant.principal.mayAct(onRank: record.role.rank)
            let decision = try decide(record)
            change.withLock { $0 = (record.user, decision.password != nil) }
            return decision
        }
        guard let user, let (former, hasNewPassword) = change.withLock({ $0 }) else { throw .notFound(.user) }
        if let context { notices.notify(from: former, to: user, hasNewPassword: hasNewPassword, in: context) }
        return user
    }

    static func email(_ text: String?, _ problems: inout [FieldProblem]) -> EmailAddress? {
        guard let text, !text.isEmpty else { return nil }
        guard let email = EmailAddress(text) else {
            problems.append(.init(field: "email", rule: .malformed(.notAnEmailAddress)))
            return nil
        }
        return email
    }

    static func name(_ text: String?, _ problems: inout [FieldProblem]) -> String? {
        guard let text else { return nil }
        do { return try DisplayName.validated(text) } catch {
            problems.append(.init(field: "name", rule: error))
            return nil
        }
    }
}

/// Remembers where pages of lists by offset ended, so that a client that reads one page after the other is answered by
/// key: the thousandth page costs as much as the first, and no user is skipped because others were added meanwhile.
final class DirectoryPlaces: Sendable {
    struct Key: Hashable {
        let tenant: Tenant.ID
        /// The bytes of the search text.
        let search: [UInt8]
        /// The number of users before this place.
        let skipped: Int

        init(_ search: String?, skipped: Int, in tenant: Tenant.ID) {
            self.tenant = tenant
            self.search = Array((search ?? "").utf8)
            self.skipped = skipped
        }
    }

    static let maximumCount = 10_000
    /// The time after which a page is counted from the beginning again.
    static let lifetime = Duration.minutes(10)

    private let places = Mutex(RecentlyUsed<Key, (user: User.ID, at: Timestamp)>(maximumCount: maximumCount))

    /// Returns the last user of the previous page.
    func place(_ key: Key, at now: Timestamp) -> User.ID? {
        places.withLock { places in
            guard let place = places[key], (.zero..<Self.lifetime).contains(now.since(place.at)) else { return nil }
            return place.user
        }
    }

    func remember(_ user: User.ID, before key: Key, at now: Timestamp) {
        places.withLock { $0[key] = (user, now) }
    }
}
