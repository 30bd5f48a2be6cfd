/// An operator of the installation; can enter every tenant, and every entry is audited.
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
