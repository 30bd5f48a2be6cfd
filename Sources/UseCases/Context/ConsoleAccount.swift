import Domain
import Foundation

/// An account in the console.
public enum ConsoleAccount: Sendable, Hashable {
    case member(User.ID, Tenant.ID)
    case `operator`(Operator.ID)

    /// The installation's own id for an operator.
    public var tenant: Tenant.ID {
        switch self {
        case .member(_, let tenant): tenant
        case .operator: Tenant.installation
        }
    }

    /// The 16 bytes of the user's id.
    public var id: Data {
        switch self {
        case .member(let id, _): Data(id.uuid.bytes)
        case .operator(let id): Data(id.uuid.bytes)
        }
    }

    var principalKind: Principal.Kind {
        switch self {
        case .member(let id, _): .user(id)
        case .operator(let id): .operator(id)
        }
    }

    var target: AuditEntry.Target {
        switch self {
        case .member(let id, _): .init(.user, id)
        case .operator(let id): .init(.operator, id)
        }
    }
}
