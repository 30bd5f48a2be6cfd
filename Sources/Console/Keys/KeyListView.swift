import ConsoleKit
import Domain
import UseCases

/// The API keys of a tenant, and the form for a new one.
struct KeyListView: FramedView {
    static let template = "keys"

    var frame: FrameView
    let rows: [KeyRowView]
    let hasRows: Bool
    let empty: EmptyView?
    let create: KeyFormView?
    /// The keys that sign access tokens.
    let signing: String
    let pager: PagerView
}

extension KeyListView {
    init(_ list: KeyList, _ page: TenantPage, _ problems: FormProblems = .none) {
        let texts = page.texts
        let keys = list.keys
        self.init(
            frame: page.frame(texts("keys.title"), at: page.paths.keys),
            rows: keys.items.map { KeyRowView($0, page) },
            hasRows: !keys.items.isEmpty,
            empty: keys.items.isEmpty ? EmptyView(texts("keys.empty-title"), texts("keys.empty-text")) : nil,
            create: KeyFormView(list.form, page, problems),
            signing: page.paths.signingKeys,
            pager: PagerView(keys, at: PageAddress(page.paths.keys), order: "common.order.newest-first", texts)
        )
    }
}

struct KeyFormView: Sendable {
    let form: FormView
    let errors: FormErrorsView?
    let name: FieldView
    let kind: SelectView
}

extension KeyFormView {
    /// - Returns: nil for users who may not create keys.
    init?(_ typed: KeyForm, _ page: TenantPage, _ problems: FormProblems) {
        let kinds = page.access.creatableKeyKinds
        guard !kinds.isEmpty else { return nil }
        let texts = page.texts
        self.init(
            form: page.form(page.paths.keys),
            errors: problems.summary,
            name: FieldView(
                "name",
                texts("keys.field-name"),
                value: typed.name,
                hint: texts("keys.field-name-hint"),
                error: problems["name"],
                maximumLength: APIKey.nameMaximumLength,
                isFocused: problems["name"] != nil
            ),
            kind: SelectView(
                "kind",
                texts("keys.column-type"),
                options: kinds.map {
                    OptionView(value: $0.rawValue, label: $0.choice(texts), isSelected: $0 == typed.kind)
                },
                error: problems["kind"]
            )
        )
    }
}

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

/// What the page of API keys shows: some keys, and the form for a new one.
struct KeyList {
    let keys: Page<APIKey>
    var form = KeyForm()
}

extension APIKey.Kind {
    /// `Publishable`
    func label(_ texts: Texts) -> String { texts(TextKey("keys.kind.\(rawValue)")) }

    /// In a list to choose from: `Publishable, to sign users in`.
    func choice(_ texts: Texts) -> String { texts(TextKey("keys.choice.\(rawValue)")) }

    /// Below its label: `identifies the tenant`.
    func purpose(_ texts: Texts) -> String { texts(TextKey("keys.purpose.\(rawValue)")) }

    /// What a confirmation warns of.
    func afterRevocation(_ texts: Texts) -> String { texts(TextKey("keys.revocation-effect.\(rawValue)")) }
}
