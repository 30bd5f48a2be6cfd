import ConsoleKit
import Domain

/// The actor of an entry: named for users who may see the name, else known by an id.
enum AuditActor: Sendable, Hashable {
    case user(User.ID, name: String?)
    /// An operator whose name and email address the user may see.
    case namedOperator(name: String, email: String)
    case unnamedOperator(Operator.ID)
    case key(APIKey.ID)
    case system

    init(_ kind: Principal.Kind, _ names: AuditNames) {
        switch kind {
        case .user(let id): self = .user(id, name: names[id])
        case .operator(let id):
            self =
                names[id].map {
                    .namedOperator(name: VisibleText.escaped($0.name), email: VisibleText.escaped($0.email.shown))
                } ?? .unnamedOperator(id)
        case .key(let id): self = .key(id)
        case .system: self = .system
        }
    }

    /// A name, or what kind of actor it is: `An operator`.
    func label(_ texts: Texts) -> String {
        switch self {
        case .user(_, let name?), .namedOperator(let name, _): name
        case .user(_, nil): texts("audit.actor.user")
        case .unnamedOperator: texts("audit.actor.operator")
        case .key: texts("audit.actor.key")
        case .system: texts("audit.actor.system")
        }
    }

    /// The line below the label, which distinguishes actors with the same label.
    func detail(_ texts: Texts) -> String? {
        switch self {
        case .user(_, _?), .system: nil
        case .user(let id, nil): ShortID.of(id)
        case .namedOperator(_, let email): texts("audit.actor.operator-email", ["email": .text(email)])
        case .unnamedOperator(let id): ShortID.of(id)
        case .key(let id): ShortID.of(id)
        }
    }

    /// At the end of a line: `by an operator (0193a5c2…9f3e21)`.
    func phrase(_ texts: Texts) -> String {
        switch self {
        case .user(_, let name?): texts("audit.by.name", ["name": .text(name)])
        case .user(let id, nil): texts("audit.by.user", ["id": .text(ShortID.of(id))])
        case .namedOperator(let name, let email):
            texts("audit.by.operator-email", ["name": .text(name), "email": .text(email)])
        case .unnamedOperator(let id): texts("audit.by.operator", ["id": .text(ShortID.of(id))])
        case .key(let id): texts("audit.by.key", ["id": .text(ShortID.of(id))])
        case .system: texts("audit.by.system")
        }
    }

    /// The page of the actor; nil when there is none that the user may open.
    func href(_ page: TenantPage) -> String? {
        switch self {
        case .user(let id, _?): page.paths.user(id)
        case .key: page.access.allows(.readKeys) ? page.paths.keys : nil
        case .user(_, nil), .namedOperator, .unnamedOperator, .system: nil
        }
    }
}
