import ConsoleKit
import Domain
import UseCases

extension OverviewTexts {
    /// The page of events of a time, with these values.
    func events(_ period: OverviewPeriod, _ values: KeyValuePairs<String, String> = [:]) -> String {
        let range = period == .day ? nil : period.rawValue
        return values.reduce(PageAddress(page.paths.events, ["range": range])) { $0.with($1.key, $1.value) }.href
    }

    /// The failures beside the figures.
    var failures: String {
        let period = overview.period.failures
        return PageAddress(page.paths.failures, ["period": period == .week ? nil : period.rawValue]).href
    }

    /// What to look at next.
    var open: LinkView? {
        switch overview.verdict {
        case .unknown, .justStarted: nil
        case .appleDown:
            LinkView(label: texts("overview.open-events"), href: events(.hour, ["q": "code:apple.*.unavailable"]))
        case .failing(let failing):
            failing.failure.map { LinkView(label: texts("overview.open-failure"), href: page.paths.failure($0.id)) }
                ?? LinkView(
                    label: texts("overview.open-events"),
                    href: events(
                        failing.period,
                        [
                            "source": failing.step.source.rawValue, "stage": failing.step.stage.rawValue,
                            "outcome": Outcome.failed.rawValue,
                        ]
                    )
                )
        case .tooQuiet(let quiet): LinkView(label: texts("overview.open-events"), href: events(quiet.period))
        case .noData:
            page.access.allows(.readKeys)
                ? LinkView(label: texts("overview.open-keys"), href: page.paths.keys)
                : LinkView(label: texts("overview.open-events"), href: events(.week, ["source": "client"]))
        case .new(let failure):
            LinkView(label: texts("overview.open-failure"), href: page.paths.failure(failure.id))
        case .normal: nil
        }
    }
}
