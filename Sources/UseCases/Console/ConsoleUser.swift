import Domain

/// Who is in the console.
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

/// A visitor who was just let in.
public struct ConsoleEntry: Sendable {
    public let token: Credential
    /// Where a member belongs; nil for an operator.
    public let tenant: Tenant?
    /// What the browser may show at the next sign-in.
    public var deviceMark: String?
}

/// What comes of a right password.
public enum SignInResult: Sendable {
    case entered(ConsoleEntry)
    /// The account has a second factor: the browser brings this text back with a code.
    case codeNeeded(challenge: String)
}
