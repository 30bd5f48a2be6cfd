import ConsoleKit
import Domain
import UseCases
import WebCore

struct IdentityRowView: Sendable {
    let provider: String
    let subject: String
    let created: TimeView
    let lastUsed: TimeView?
}

extension IdentityRowView {
    init(_ identity: Identity, _ page: TenantPage) {
        self.init(
            provider: identity.provider.label(page.texts),
            subject: ShortID.of(VisibleText.escaped(identity.subject)),
            created: page.clock.relative(identity.createdAt),
            lastUsed: identity.lastUsedAt.map(page.clock.relative)
        )
    }
}
