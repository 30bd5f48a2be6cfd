import ConsoleKit
import Domain

extension Confirmation {
    static func revocation(of key: APIKey, _ page: TenantPage) -> Confirmation {
        let texts = page.texts
        let name: [String: TextArgument] = ["name": .text(VisibleText.escaped(key.name))]
        let lastUsed = key.lastUsedAt.map { FactView(texts("keys.column-last-used"), at: page.clock.relative($0)) }
        return Confirmation(
            question: key.revokedAt == nil ? texts("keys.revocation-title", name) : texts("keys.revocation-done", name),
            sentences: [key.kind.afterRevocation(texts), texts("keys.revocation-final")],
            facts: [
                FactView(texts("keys.column-key"), key.hint, isCode: true),
                FactView(texts("keys.column-type"), key.kind.label(texts)),
                FactView(texts("keys.column-created"), at: page.clock.relative(key.createdAt)),
                lastUsed ?? FactView(texts("keys.column-last-used"), texts("common.never")),
            ],
            action: page.paths.keyRevocation(key.id),
            confirm: texts("keys.revocation-confirm"),
            cancel: page.paths.keys,
            isPossible: KeyActions(on: key, for: page.access).canRevoke,
            breadcrumb: BreadcrumbView(
                links: [LinkView(label: texts("keys.title"), href: page.paths.keys)],
                current: texts("keys.revoke")
            )
        )
    }

    /// - Parameter next: the key that is scheduled, which leaves nothing to do.
    static func signingKeyRotation(next: SigningKey?, _ page: TenantPage) -> Confirmation {
        let texts = page.texts
        return Confirmation(
            question: texts(next == nil ? "keys.rotation-title" : "keys.rotation-scheduled"),
            sentences: next == nil
                ? [texts("keys.rotation-effect"), texts("keys.rotation-users")] : [texts("keys.rotation-wait")],
            facts: next.map { [FactView(texts("keys.column-from"), at: page.clock.exact($0.activatesAt))] } ?? [],
            action: page.paths.signingKeyRotation,
            confirm: texts("keys.rotation-confirm"),
            cancel: page.paths.signingKeys,
            isPossible: next == nil,
            isDangerous: false,
            breadcrumb: .signingKeys(texts("keys.rotation"), page)
        )
    }

    /// - Parameter hidden: names the key that signs now, so that a second press replaces nothing.
    static func signingKeyReplacement(_ hidden: HiddenFieldView, _ page: TenantPage) -> Confirmation {
        let texts = page.texts
        return Confirmation(
            question: texts("keys.replacement-title"),
            sentences: [
                texts("keys.replacement-reason"), texts("keys.replacement-effect"), texts("keys.replacement-backends"),
            ],
            action: page.paths.signingKeyReplacement,
            hidden: [hidden],
            confirm: texts("keys.replacement-confirm"),
            cancel: page.paths.signingKeys,
            breadcrumb: .signingKeys(texts("keys.replacement"), page)
        )
    }
}

extension BreadcrumbView {
    fileprivate static func signingKeys(_ current: String, _ page: TenantPage) -> BreadcrumbView {
        BreadcrumbView(
            links: [
                LinkView(label: page.texts("keys.title"), href: page.paths.keys),
                LinkView(label: page.texts("keys.signing-title"), href: page.paths.signingKeys),
            ],
            current: current
        )
    }
}
