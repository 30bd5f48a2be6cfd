import Domain

/// Selects users by comparisons of single fields, paged by offset: for clients with such lists.
///
/// Such a list scans the tenant's users where no index helps; the console's own search does not.
public struct DirectoryQuery: Sendable, Hashable {
    public enum TextMatch: Sendable, Hashable {
        case contains(String)
        case startsWith(String)
        case endsWith(String)
        case among([String])
        case notAmong([String])
    }

    public enum Order: Sendable, Hashable {
        case before, notAfter, after, notBefore
    }

    public enum Condition: Sendable, Hashable {
        case email(TextMatch)
        case name(TextMatch)
        case role([Role.Name], isIn: Bool)
        case id([User.ID], isIn: Bool)
        case disabled(Bool)
        case emailVerified(Bool)
        case created(Order, Timestamp)
    }

    public enum Sort: Sendable, Hashable {
        case created, updated, name, email
    }

    /// The conditions, all of which must hold.
    public var conditions: [Condition] = []
    public var sort = Sort.created
    public var isDescending = false

    public init() {}
}

extension UserAdministration {
    /// - Throws: `.invalid` for an offset beyond the limit.
    public func directory(
        _ query: DirectoryQuery,
        skipping: Int,
        limit: Int,
        grant: Grant<ReadUsers>
    ) async throws(DomainError) -> DirectoryPage {
        try Self.checkSkipped(skipping, at: "offset")
        return try await users.directory(query, skipping: skipping, limit: limit, in: grant.tenant)
    }
}

/// A page of users by offset, with the number of all that match.
public struct DirectoryPage: Sendable {
    public let users: [User]
    public let total: Int

    public init(users: [User], total: Int) {
        self.users = users
        self.total = total
    }
}
