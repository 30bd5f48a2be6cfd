import ConsoleKit

struct SettingsFormView: Sendable {
    /// Its position beside a list.
    let title: String
    let form: FormView
    /// That the page was drawn from: a save from an older one is rejected.
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
        submit: String,
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
