import Domain
import HTTPTypes
import UseCases

/// `X-Sentry-Rate-Limits`: how long an SDK must not send items of some categories.
///
/// Each limit is `seconds:categories:scope:reason`, with `;` between categories; no category means all. SDKs for Python
/// and Apple's systems understand whole seconds only, of at least one.
enum SentryRateLimits {
    /// A longer limit would outlive a change of settings here: SDKs keep it.
    private static let maximumSeconds: Int64 = 3600

    /// - Parameter categories: of the items that were limited; empty for all.
    static func field(_ wait: Duration, categories: [ItemCategory] = [], reason: StaticString = "rate") -> String {
        let seconds = min(max(1, wait.secondsRoundedUp), maximumSeconds)
        return "\(seconds):\(categories.flatMap(names).joined(separator: ";")):key:\(reason)"
    }

    /// Asks clients not to send for a minute what is rejected while too much arrives; nil when nothing is.
    static func field(_ level: SheddingLevel) -> String? {
        guard level >= .information else { return nil }
        return field(.seconds(60), categories: [.log, .run], reason: "overload")
    }

    private static func names(_ category: ItemCategory) -> [String] {
        switch category {
        case .event: ["default", "error"]
        case .log: ["log_item"]
        case .run: ["session"]
        case .span: ["transaction", "span"]
        case .other: ["attachment"]
        }
    }
}
