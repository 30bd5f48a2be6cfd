import ConsoleKit

/// An action that needs a value.
struct FailureEntryView: Sendable {
    let field: FieldView
    let send: FailureButtonView
}
