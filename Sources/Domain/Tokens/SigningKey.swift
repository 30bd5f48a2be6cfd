/// The public half of a key that signs a tenant's access tokens, with its time table.
///
/// A key is published before it signs and stays published after it has stopped, so that a client that checks tokens
/// with a list of keys a few minutes old never meets an unknown one.
public struct SigningKey: Sendable, Hashable {
    /// RFC 7638: the thumbprint of the public key, so that an id never identifies another key.
    public typealias Name = String

    public let name: Name
    public let tenant: Tenant.ID
    /// The point on P-256: x and y, 32 bytes each.
    public let point: [UInt8]
    public let createdAt: Timestamp
    /// When the key begins to sign.
    public let activatesAt: Timestamp
    /// When the key stops signing; nil while it has no successor.
    public let retiresAt: Timestamp?
    /// The key leaked, and is not trusted from this time on.
    public let withdrawnAt: Timestamp?

    public init(
        name: Name,
        tenant: Tenant.ID,
        point: [UInt8],
        createdAt: Timestamp,
        activatesAt: Timestamp,
        retiresAt: Timestamp?,
        withdrawnAt: Timestamp? = nil
    ) {
        self.name = name
        self.tenant = tenant
        self.point = point
        self.createdAt = createdAt
        self.activatesAt = activatesAt
        self.retiresAt = retiresAt
        self.withdrawnAt = withdrawnAt
    }

    public var isWithdrawn: Bool { withdrawnAt != nil }

    public func signs(at now: Timestamp) -> Bool {
        !isWithdrawn && activatesAt <= now && retiresAt.map { now < $0 } ?? true
    }

    /// - Parameter overlap: how long after its last signature a key is still needed: the lifetime of a token, and a
    ///   margin.
    public func isPublished(at now: Timestamp, overlap: Duration) -> Bool {
        !isWithdrawn && retiresAt.map { now < $0 + overlap } ?? true
    }
}
