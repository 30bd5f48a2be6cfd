import ConsoleKit
import Domain
import UseCases
import WebCore

struct KeyRowView: Sendable {
    let name: String
    let hint: String
    let kind: String
    let purpose: String
    let state: BadgeView
    let created: TimeView
    let lastUsed: TimeView?
    /// The page that asks first; nil for one that is revoked.
    let revoke: String?
}

extension KeyRowView {
    init(_ key: APIKey, _ page: TenantPage) {
        let texts = page.texts
        self.init(
            name: VisibleText.escaped(key.name),
            hint: key.hint,
            kind: key.kind.label(texts),
            purpose: key.kind.purpose(texts),
            state: key.revokedAt == nil
                ? BadgeView(.success, texts("keys.active")) : BadgeView(.cancelled, texts("keys.revoked")),
            created: page.clock.relative(key.createdAt),
            lastUsed: key.lastUsedAt.map(page.clock.relative),
            revoke: KeyActions(on: key, for: page.access).canRevoke ? page.paths.keyRevocation(key.id) : nil
        )
    }
}
