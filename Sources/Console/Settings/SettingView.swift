import ConsoleKit
import WebCore

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
