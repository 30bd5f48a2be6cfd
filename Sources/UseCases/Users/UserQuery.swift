import Domain

/// Selects users and their order.
public struct UserQuery: Sendable, Hashable {
    public enum Sort: String, Sendable, CaseIterable {
        /// Newest first.
        case created
        /// A to Z.
        case name
        /// A to Z; users without an address are left out.
        case email
        /// Latest first; users who were never seen are left out.
        case lastSeen = "last_seen"
    }

    public static let searchMaximumLength = 254

    /// An email address, words of the name, or an id, or the beginning of any of these.
    public var search: String?
    public var role: Role.Name?
    public var provider: Identity.Provider?
    public var state: User.State?
    public var sort: Sort

    public init(
        search: String? = nil,
        role: Role.Name? = nil,
        provider: Identity.Provider? = nil,
        state: User.State? = nil,
        sort: Sort = .created
    ) {
        self.search = search
        self.role = role
        self.provider = provider
        self.state = state
        self.sort = sort
    }
}
