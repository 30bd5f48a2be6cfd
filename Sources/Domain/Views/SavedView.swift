/// A question about events that someone has named, to ask it again.
public struct SavedView: Sendable, Hashable {
    public typealias ID = Identifier<SavedView>

    /// In characters.
    public static let nameMaximumLength = 80
    /// The views of one user in one tenant.
    public static let maximumOfOwner = 100
    /// The shared views of a tenant.
    public static let maximumShared = 100

    public let id: ID
    public let owner: Principal.Kind
    public let name: String
    /// In the query language of events, in canonical form.
    public let query: String
    public let filters: ViewFilters
    /// Whether everyone who may read events sees it.
    public let isShared: Bool
    public let createdAt: Timestamp
    public let updatedAt: Timestamp
    /// The number of its changes, from 1.
    public let version: Int

    public init(
        id: ID,
        owner: Principal.Kind,
        name: String,
        query: String,
        filters: ViewFilters,
        isShared: Bool,
        createdAt: Timestamp,
        updatedAt: Timestamp,
        version: Int
    ) {
        self.id = id
        self.owner = owner
        self.name = name
        self.query = query
        self.filters = filters
        self.isShared = isShared
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.version = version
    }
}
