import Domain
import HTTPTypes
import WebCore

/// `X-Sentry-Rate-Limits`: how long an SDK must not send items of some categories.
///
/// Each limit is `seconds:categories:scope:reason`, with `;` between categories; no category means all. SDKs for Python
/// and Apple's systems understand whole seconds only, of at least one.
enum SentryRateLimits {
    /// A longer limit would outlive a change of settings here: SDKs keep it.
    private static let maximumSeconds: Int64 = 3600

    /// - Parameter categories: of the items that were limited; empty for all.
    static func field(_ wait: Duration, categories: [ItemCategory] = []) -> String {
        let seconds = min(max(1, wait.secondsRoundedUp), maximumSeconds)
        return "\(seconds):\(categories.flatMap(names).joined(separator: ";")):key:rate"
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
