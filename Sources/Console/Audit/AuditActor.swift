import ConsoleKit
import Domain
import UseCases
import WebCore

/// Who did it, in a cell: a name, and below it what tells them from others.
struct AuditActor: Sendable, Hashable {
    let label: String
    let detail: String?
    let href: String?
    /// The label is someone's name, and not what they are.
    private let isNamed: Bool

    init(_ kind: Principal.Kind, _ names: AuditNames, _ context: TenantContext) {
        let slug = context.tenant.slug
        switch kind {
        case .user(let id):
            if let name = names[id] {
                self.init(name, href: ConsolePaths.user(id, slug))
            } else {
                self.init(unnamed: "A user", id: ShortID.of(id))
            }
        case .operator(let id):
            if let person = names[id] {
                self.init(
                    VisibleText.escaped(person.name),
                    "operator, \(VisibleText.escaped(person.email.description))"
                )
            } else {
                self.init(unnamed: "An operator", id: ShortID.of(id))
            }
        case .key(let id):
            self.init(
                unnamed: "A secret key",
                id: ShortID.of(id),
                href: context.access.allows(.readKeys) ? ConsolePaths.keys(slug) : nil
            )
        case .system: self.init("Gatehouse")
        }
    }

    private init(_ name: String, _ detail: String? = nil, href: String? = nil) {
        label = name
        self.detail = detail
        self.href = href
        isNamed = true
    }

    private init(unnamed label: String, id: String, href: String? = nil) {
        self.label = label
        detail = id
        self.href = href
        isNamed = false
    }

    /// `by an operator (0193a5c2…9f3e21)`
    var phrase: String {
        let name = isNamed ? label : label.prefix(1).lowercased() + label.dropFirst()
        return "by \(name)" + (detail.map { " (\($0))" } ?? "")
    }
}
