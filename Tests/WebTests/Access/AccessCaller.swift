import Domain

@testable import WebFixtures

/// Who sends a request. All of them belong to the own tenant, but the anonymous one and the operator.
enum AccessCaller: Hashable, Sendable {
    case anonymous
    case key(APIKey.Kind)
    case session(Session.Kind, Role.Name)
    case `operator`

    static let roles: [Role.Name] = [.customer, .driver, .partner, .onCall, .admin]
    /// In the order of the matrix's columns.
    static let all: [AccessCaller] =
        [.anonymous, .key(.publishable), .key(.ingest), .key(.secret)] + roles.map { .session(.app, $0) }
        + roles.map { .session(.console, $0) } + [.operator]

    var title: String {
        switch self {
        case .anonymous: "no auth"
        case .key(let kind): "\(kind.prefix.rawValue)…"
        case .session(_, let role): role.description
        case .operator: "operator"
        }
    }

    /// What they may do where console sessions and secret keys count.
    var permissions: Set<PermissionName> {
        switch self {
        case .anonymous, .key(.publishable), .key(.ingest), .session(.app, _): []
        case .key(.secret): Set(PermissionName.grantable).subtracting([.enterConsole])
        case .session(.console, let name): Role.builtIn.first { $0.name == name }?.permissions ?? []
        case .operator: Set(PermissionName.allCases)
        }
    }
}

/// Whose tenant a request names, and whose things.
enum AccessAim: String, Sendable, CaseIterable {
    /// The route names no tenant.
    case nothing = "-"
    case own
    case foreign
    /// A tenant that there is not.
    case absent
    /// The own tenant, but a thing of the foreign one.
    case foreignThing = "own/foreign"
    /// The own tenant, and a thing that there is not.
    case absentThing = "own/absent"
}
