import Domain

/// A user of the console: a member or an operator.
public enum ConsoleUser: Sendable {
    case member(SessionRecord)
    case `operator`(Operator, OperatorSession)

    public var name: String {
        switch self {
        case .member(let record): record.user.name ?? record.user.email?.shown ?? "No name"
        case .operator(let person, _): person.name
        }
    }

    public var isOperator: Bool {
        if case .operator = self { true } else { false }
    }

    public func principal(from origin: RequestOrigin?) -> Principal {
        switch self {
        case .member(let record):
            Principal.user(record.user.id, role: record.role, from: origin)
                .acting(in: record.session.id, provedAt: provedAt)
        case .operator(let person, _): .operator(person.id, from: origin, provedAt: provedAt)
        }
    }
}
