import ConsoleKit
import Domain
import UseCases

/// New events as they arrive, which a script adds.
struct EventLiveView: FramedView {
    static let template = "events-live"

    var frame: FrameView
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

/// How the live tail says that events were left out.
struct EventLiveLossView: Sendable {
    /// The reason as the tail sends it.
    let reason: String
    /// The text with `{count}` where the script puts the number.
    let counted: String
    /// The text without a number.
    let uncounted: String
}

extension EventLiveLossView {
    init(_ loss: TailBatch.Loss, _ texts: Texts) {
        let count = ["count": TextArgument.text("{count}")]
        switch loss {
        case .slow:
            self.init(
                reason: loss.rawValue,
                counted: texts("events.live-loss-slow", count),
                uncounted: texts("events.live-loss-slow-some")
            )
        case .rate:
            self.init(
                reason: loss.rawValue,
                counted: texts("events.live-loss-rate", count),
                uncounted: texts("events.live-loss-rate-some")
            )
        case .gap:
            // How many are missing is never known.
            let text = texts("events.live-loss-gap")
            self.init(reason: loss.rawValue, counted: text, uncounted: text)
        }
    }
}

/// How the live tail shows an outcome.
struct EventLiveOutcomeView: Sendable {
    let name: String
    let badge: BadgeView
}
