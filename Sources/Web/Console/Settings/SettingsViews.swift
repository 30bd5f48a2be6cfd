/// One page of a tenant's settings.
struct SettingsView: ConsoleView {
    static let template = "settings"

    let frame: FrameView
    let heading: String
    let finding: String
    let tabs: [NavigationLinkView]
    /// For who may change them.
    let form: SettingsFormView?
    /// For who may only read them.
    let facts: [FactView]
    /// Where the changes stand; nil for who may not read the audit.
    let audit: String?
}

/// A page of the settings that is a list.
struct SettingsListView: ConsoleView {
    static let template = "settings-list"

    let frame: FrameView
    let heading: String
    let finding: String
    let tabs: [NavigationLinkView]
    let hasRows: Bool
    let firstColumn: String
    let secondColumn: String
    let rows: [SettingsRowView]
    let empty: EmptyView?
    /// None for who may only read.
    let forms: [SettingsFormView]
    let audit: String?
}

struct SettingsRowView: Sendable {
    let title: String
    let detail: String
    let text: String
    let edit: String?
    let remove: RemovalView?
}

/// Takes one row away.
struct RemovalView: Sendable {
    let action: String
    let token: String
    let hidden: [HiddenFieldView]

    init(_ form: FormView, _ hidden: [HiddenFieldView]) {
        action = form.action
        token = form.token
        self.hidden = hidden
    }
}

struct SettingsFormView: Sendable {
    /// Where it stands beside a list.
    let title: String
    let form: FormView
    /// That the page was drawn from: a save from an older one is refused.
    let version: String
    let errors: FormErrorsView?
    let parts: [SettingView]
    let submit: String
    /// Leaves what is being changed.
    let cancel: String?

    init(
        _ title: String,
        _ form: FormView,
        version: Int,
        errors: FormErrorsView?,
        parts: [SettingView],
        submit: String = "Save",
        cancel: String? = nil
    ) {
        self.title = title
        self.form = form
        self.version = String(version)
        self.errors = errors
        self.parts = parts
        self.submit = submit
        self.cancel = cancel
    }
}

/// One setting, drawn as what it is.
struct SettingView: Sendable {
    let choices: ChoicesView?
    let span: SpanView?
    let field: FieldView?
    let select: SelectView?
    let area: AreaView?

    init(
        choices: ChoicesView? = nil,
        span: SpanView? = nil,
        field: FieldView? = nil,
        select: SelectView? = nil,
        area: AreaView? = nil
    ) {
        self.choices = choices
        self.span = span
        self.field = field
        self.select = select
        self.area = area
    }
}
