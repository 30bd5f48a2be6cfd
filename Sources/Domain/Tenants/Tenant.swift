/// One app or organisation. Owns its users, keys, settings and events; nothing crosses tenants.
public struct Tenant: Sendable, Hashable {
    public typealias ID = Identifier<Tenant>

    public enum State: String, Sendable, CaseIterable {
        case active
        /// Every session and key of it is refused until it is active again; its data stays.
        case suspended
    }

    /// What stands in addresses: 2 to 40 lower-case letters, digits and inner hyphens. Nothing that could be an id.
    public struct Slug: Hashable, Sendable, LosslessStringConvertible {
        public static let lengths = 2...40
        /// What stands in addresses where the slug of a tenant can stand too, as in `/tenants/new`: such a tenant could
        /// not be opened.
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

        /// No new tenant is named so.
        public var isReserved: Bool { Self.reserved.contains(description) }
    }

    public static let nameLengths = 1...100

    public let id: ID
    /// A small number that names the tenant in a Sentry DSN.
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

/// A person of the installation itself; can enter every tenant, and every entry is audited.
public struct Operator: Sendable, Hashable {
    public typealias ID = Identifier<Operator>

    public let id: ID
    public let email: EmailAddress
    public let name: String
    public let createdAt: Timestamp

    public init(id: ID, email: EmailAddress, name: String, createdAt: Timestamp) {
        self.id = id
        self.email = email
        self.name = name
        self.createdAt = createdAt
    }
}
