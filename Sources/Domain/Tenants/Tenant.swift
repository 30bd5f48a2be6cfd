/// One app or organisation. It owns its users, keys, settings and events; no data is shared between tenants.
public struct Tenant: Sendable, Hashable {
    public typealias ID = Identifier<Tenant>

    public enum State: String, Sendable, CaseIterable {
        case active
        /// Every session and key of it is rejected until it is active again; its data stays.
        case suspended
    }

    /// The tenant's name in URLs: 2 to 40 lower-case letters, digits and inner hyphens. A text that could be an id is
    /// rejected.
    public struct Slug: Hashable, Sendable, LosslessStringConvertible {
        public static let lengths = 2...40
        /// Path segments used where a tenant's slug can be, as in `/tenants/new`: such a tenant could not be opened.
        public static let reserved: Set<String> = ["new"]
        public let description: String

        public init?(_ text: String) {
            let bytes = Array(text.utf8)
            guard Self.lengths.contains(bytes.count), bytes.first != 0x2D, bytes.last != 0x2D,
                bytes.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }),
                Tenant.ID(text) == nil
            else { return nil }
            description = text
        }

        /// Whether no new tenant may have this name.
        public var isReserved: Bool { Self.reserved.contains(description) }
    }

    public static let nameLengths = 1...100

    public let id: ID
    /// A small number that identifies the tenant in a Sentry DSN.
    public let number: Int
    public let slug: Slug
    public let name: String
    public let state: State
    public let createdAt: Timestamp

    public init(id: ID, number: Int, slug: Slug, name: String, state: State, createdAt: Timestamp) {
        self.id = id
        self.number = number
        self.slug = slug
        self.name = name
        self.state = state
        self.createdAt = createdAt
    }
}
