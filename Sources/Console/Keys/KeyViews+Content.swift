import ConsoleKit
import Domain
import WebCore

extension KeyListView {
    init(_ list: KeyList, _ page: TenantPage) {
        let texts = page.texts
        let keys = list.keys
        self.init(
            frame: page.frame(texts("keys.title"), at: page.paths.keys),
            rows: keys.items.map { KeyRowView($0, page) },
            hasRows: !keys.items.isEmpty,
            empty: keys.items.isEmpty ? EmptyView(texts("keys.empty-title"), texts("keys.empty-text")) : nil,
            create: KeyFormView(list.form, page),
            signing: page.paths.signingKeys,
            pager: PagerView(keys, at: PageAddress(page.paths.keys), order: "common.order.newest-first", texts)
        )
    }
}

extension KeyFormView {
    /// - Returns: nil for users who may not create keys.
    init?(_ typed: KeyForm, _ page: TenantPage) {
        let kinds = page.access.creatableKeyKinds
        guard !kinds.isEmpty else { return nil }
        let texts = page.texts
        self.init(
            form: page.form(page.paths.keys),
            errors: typed.refusal ?? typed.problems.summary,
            name: FieldView(
                "name",
                texts("keys.field-name"),
                value: typed.name,
                hint: texts("keys.field-name-hint"),
                error: typed.problems["name"],
                maximumLength: APIKey.nameMaximumLength,
                isFocused: typed.problems["name"] != nil
            ),
            kind: SelectView(
                "kind",
                texts("keys.column-type"),
                options: kinds.map {
                    OptionView(value: $0.rawValue, label: $0.choice(texts), isSelected: $0 == typed.kind)
                },
                error: typed.problems["kind"]
            )
        )
    }
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

extension NewKeyView {
    init(_ created: (key: APIKey, text: Credential), _ page: TenantPage) {
        let (key, text) = created
        let texts = page.texts
        let name = VisibleText.escaped(key.name)
        var secrets = [SecretView(text, key.kind, texts)]
        if key.kind == .ingest { secrets.append(SecretView(dsn: page.address.dsn(text, page.tenant), texts)) }
        self.init(
            frame: page.frame(texts("keys.new-title"), at: page.paths.keys),
            breadcrumb: BreadcrumbView(
                links: [LinkView(label: texts("keys.title"), href: page.paths.keys)],
                current: name
            ),
            name: name,
            secrets: secrets,
            example: KeyExample.command(
                for: key.kind,
                key: text.text,
                page.address,
                tenant: page.tenant.slug.description
            ),
            exampleTitle: KeyExample.title(for: key.kind, texts),
            done: page.paths.keys
        )
    }
}
