import ConsoleKit
import Domain
import UseCases

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
