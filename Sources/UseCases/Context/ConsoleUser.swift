import Domain

/// A user of the console: a member or an operator.
public enum ConsoleUser: Sendable {
    case member(SessionRecord)
    case `operator`(Operator, OperatorSession)

    public var name: String {
        switch self {
        case .member(let record): record.user.name ?? record.user.email?.shown ?? "No name"
        case .operator(let account, _): account.name
        }
    }

    public var isOperator: Bool { if case .operator = self { true } else { false } }

    public func principal(from origin: RequestOrigin?) -> Principal {
        switch self {
        case .member(let record):
            Principal.user(record.user.id, role: record.role, from: origin)
                .acting(in: record.session.id, provedAt: provedAt)
        case .operator(let account, _): .operator(account.id, from: origin, provedAt: provedAt)
        }
    }
}

/// A session of an operator, which belongs to no tenant.
public struct OperatorSession: Sendable, Hashable {
    public let token: CredentialHash
    public let address: String?
    public let createdAt: Timestamp
    public let lastSeenAt: Timestamp
    public let expiresAt: Timestamp
    /// When the operator last entered a password or a code after the sign-in.
    public var provedAt: Timestamp?

    public init(
        token: CredentialHash,
        address: String?,
        createdAt: Timestamp,
        lastSeenAt: Timestamp,
        expiresAt: Timestamp
    ) {
        self.token = token
        self.address = address
        self.createdAt = createdAt
        self.lastSeenAt = lastSeenAt
        self.expiresAt = expiresAt
    }
}
