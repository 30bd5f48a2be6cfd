import ConsoleKit
import WebCore

/// Chooses what the columns of a chart are stacked by.
struct StackFormView: Sendable {
    let kept: [HiddenFieldView]
    let facet: SelectView
}
