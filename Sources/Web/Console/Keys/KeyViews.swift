/// What lets apps and back ends in.
struct KeyListView: ConsoleView {
    static let template = "keys"

    let frame: FrameView
    let rows: [KeyRowView]
    let hasRows: Bool
    let empty: EmptyView?
    let create: KeyFormView?
    /// The keys that sign access tokens.
    let signing: String
    let pager: PagerView
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

struct KeyFormView: Sendable {
    let form: FormView
    let errors: FormErrorsView?
    let name: FieldView
    let kind: SelectView
}

/// A new key, shown once.
struct NewKeyView: ConsoleView {
    static let template = "key-created"

    let frame: FrameView
    let breadcrumb: BreadcrumbView
    let name: String
    let secrets: [SecretView]
    let example: String
    let exampleTitle: String
    let done: String
}

/// A text to copy now, because it is never shown again.
struct SecretView: Sendable {
    let id: String
    let label: String
    let value: String
    let hint: String
}
