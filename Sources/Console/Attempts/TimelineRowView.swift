/// One line of the table of an attempt: a step, or what is missing between two.
struct TimelineRowView: Sendable {
    let step: TimelineStepView?
    let gap: String?
}
