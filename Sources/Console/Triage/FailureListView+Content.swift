import ConsoleKit
import Domain
import UseCases

extension RangeView {
    init(_ period: FailurePeriod, current: FailurePeriod, at address: PageAddress, _ texts: Texts) {
        self.init(
            label: texts(TextKey("events.range.\(period.rawValue)")),
            name: texts(TextKey("events.range-name.\(period.rawValue)")),
            href: address.with("period", period == .week ? nil : period.rawValue).href,
            isCurrent: period == current
        )
    }
}
