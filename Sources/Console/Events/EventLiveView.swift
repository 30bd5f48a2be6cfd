import ConsoleKit
import WebCore

/// New events as they arrive, which a script adds.
struct EventLiveView: ConsoleView {
    static let template = "events-live"

    let frame: FrameView
    let breadcrumb: BreadcrumbView
    /// Where the script reads events.
    let source: String
    /// The path of an event's page, without its reference.
    let event: String
    /// The path of a user's page, without the id; empty for viewers who may not see users.
    let user: String
    /// The zone in which the page is written.
    let zone: String
    let stages: [OptionView]
    let sources: [OptionView]
    let outcomes: [EventLiveOutcomeView]
    let losses: [EventLiveLossView]
    /// The list that a browser without script reloads by itself.
    let refreshed: LinkView
    /// The same events as a list.
    let list: String
    let filters: [ActiveFilterView]
    let clear: String?
}
