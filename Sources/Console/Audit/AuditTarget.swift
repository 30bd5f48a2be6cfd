import ConsoleKit
import Domain
import WebCore

/// The object of an audited action: its name, else its kind and id.
struct AuditTarget: Sendable, Hashable {
    let label: String
    /// The page of the object; nil when there is none that the user may open.
    let href: String?

    private init(_ label: String, href: String?) {
        self.label = label
        self.href = href
    }

    init(_ target: AuditEntry.Target, _ names: AuditNames, _ page: TenantPage) {
        let short = VisibleText.escaped(ShortID.of(target.id))
        let unnamed = target.subject.label(id: short, page.texts)
        switch target.subject {
        case .user:
            guard let id = User.ID(target.id), let name = names[id] else {
                self.init(unnamed, href: nil)
                return
            }
            self.init(name, href: page.paths.user(id))
        case .role:
            self.init(
                target.subject.label(id: VisibleText.escaped(target.id), page.texts),
                href: page.access.allows(.readRoles) ? page.paths.roles : nil
            )
        case .key: self.init(unnamed, href: page.access.allows(.readKeys) ? page.paths.keys : nil)
        case .tenant: self.init(VisibleText.escaped(page.tenant.name), href: nil)
        default: self.init(unnamed, href: nil)
        }
    }
}
