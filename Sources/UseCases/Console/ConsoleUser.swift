import Domain

/// A user of the console: a member or an operator.
public enum ConsoleUser: Sendable {
    case member(SessionRecord)
    case `operator`(Operator, OperatorSession)

    public var name: String {
        switch self {
        case .member(let record): record.user.name ?? record.user.email?.description ?? "No name"
        case .operator(let person, _): person.name
        }
    }

    public var isOperator: Bool {
        if case .operator = self { true } else { false }
    }

    public func principal(from origin: Principal.Origin?) -> Principal {
        switch self {
        case .member(let record):
            .user(record.user.id, role: record.role, from: origin, session: record.session.id, provedAt: provedAt)
        case .operator(let person, _): .operator(person.id, from: origin, provedAt: provedAt)
        }
    }
}

/// A user who has just signed in to the console.
public struct ConsoleEntry: Sendable {
    public let token: Credential
    /// The member's tenant; nil for an operator.
    public let tenant: Tenant?
    /// The device token that the browser may send at its next sign-in.
    public var deviceMark: String?
}

/// The result of a correct password.
public enum SignInResult: Sendable {
    case entered(ConsoleEntry)
    /// The account has a second factor: the browser sends this text back with a code.
    case codeNeeded(challenge: String)
}
