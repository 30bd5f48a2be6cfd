import ConsoleKit
import Domain
import UseCases
import WebCore

/// A button that sends an action.
struct FailureButtonView: Sendable {
    let value: String
    let label: String
    let isPrimary: Bool
}

extension FailureButtonView {
    init(_ action: FailureAction.Name, isPrimary: Bool = false, _ texts: Texts) {
        self.init(
            value: action.rawValue,
            label: texts(TextKey("failures.action.\(action.rawValue.replacing("_", with: "-"))")),
            isPrimary: isPrimary
        )
    }
}
