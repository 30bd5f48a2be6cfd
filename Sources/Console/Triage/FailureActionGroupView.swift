/// Actions with one purpose, below a heading.
struct FailureActionGroupView: Sendable {
    let groupTitle: String
    let buttons: [FailureButtonView]
    let entry: FailureEntryView?
}
