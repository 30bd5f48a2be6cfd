import ConsoleKit

/// A first step, with its tick.
struct ChecklistStepView: Sendable {
    let state: BadgeView
    let title: String
    let text: String
    /// Where it is done; nil when it is done, or for someone who may not do it.
    let action: LinkView?
}
