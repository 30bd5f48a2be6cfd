import ConsoleKit
import Domain
import UseCases
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
        if let dsn = DSNKey(text) { secrets.append(SecretView(dsn: page.address.dsn(dsn, page.tenant), texts)) }
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

extension SigningKeyListView {
    init(_ published: PublishedKeys, _ page: TenantPage) {
        let texts = page.texts
        let mayManage = page.access.allows(.manageKeys)
        self.init(
            frame: page.frame(texts("keys.signing-title"), at: page.paths.keys),
            breadcrumb: BreadcrumbView(
                links: [LinkView(label: texts("keys.title"), href: page.paths.keys)],
                current: texts("keys.signing-title")
            ),
            rows: published.keys.map { SigningKeyRowView($0, page) },
            address: published.url,
            rotate: mayManage ? page.paths.signingKeyRotation : nil,
            replace: mayManage ? page.paths.signingKeyReplacement : nil
        )
    }
}

extension SigningKeyRowView {
    init(_ key: SigningKey, _ page: TenantPage) {
        let (now, texts) = (page.clock.now, page.texts)
        let state: BadgeView =
            if key.signs(at: now) {
                BadgeView(.success, texts("keys.signing-current"))
            } else if key.activatesAt > now {
                BadgeView(.plain, texts("keys.signing-next"))
            } else {
                BadgeView(.cancelled, texts("keys.signing-retiring"))
            }
        self.init(
            name: key.name,
            state: state,
            from: page.clock.exact(key.activatesAt),
            until: key.retiresAt.map(page.clock.exact)
        )
    }
}

extension SecretView {
    /// The text of a new key.
    init(_ text: Credential, _ kind: APIKey.Kind, _ texts: Texts) {
        self.init(
            id: "secret-\(kind.rawValue)",
            label: texts(TextKey("keys.secret.\(kind.rawValue)")),
            value: text.text,
            hint: texts(TextKey("keys.secret-hint.\(kind.rawValue)"))
        )
    }

    /// The setting of an SDK that uses the Sentry protocol.
    init(dsn: String, _ texts: Texts) {
        self.init(id: "secret-dsn", label: texts("keys.dsn"), value: dsn, hint: texts("keys.dsn-hint"))
    }
}
