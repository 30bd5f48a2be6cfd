import ConsoleKit
import Domain
import UseCases

/// The sentences of an overview.
struct OverviewTexts {
    let overview: Overview
    let page: TenantPage

    var texts: Texts { page.texts }
    var numbers: ReleaseTexts { ReleaseTexts(texts) }

    /// `in the last 6 hours`
    func sentence(_ period: OverviewPeriod) -> TextArgument {
        .text(texts(TextKey("events.range-period.\(period.rawValue)")))
    }

    func percent(_ part: Double?) -> TextArgument { .text(part.map(numbers.percent) ?? "–") }

    /// `342 people affected, 45 still out.`
    func users(_ users: AffectedUsers) -> String {
        let key: TextKey =
            !users.isComplete
            ? "overview.people-at-least" : users.isEstimated ? "overview.people-about" : "overview.people"
        return texts(key, count: users.affected, ["out": .number(users.stillOut)])
    }

    /// `−8.1`
    func difference(_ tenths: Int) -> String {
        (tenths > 0 ? "+" : "") + NumberText.decimal(tenths, in: texts.language)
    }

    /// Joins sentences.
    static func joined(_ sentences: [String?]) -> String { sentences.compactMap(\.self).joined(separator: " ") }
}
