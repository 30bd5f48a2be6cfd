import Domain

package enum SpanUnit: String, CaseIterable, Sendable {
    case seconds, minutes, hours, days

    package var seconds: Int {
        switch self {
        case .seconds: 1
        case .minutes: 60
        case .hours: 3600
        case .days: 86_400
        }
    }

    /// `day`, in the notation of spans.
    var singular: Substring { rawValue.dropLast() }

    /// So many of this unit in seconds; nil when there are too many to count.
    func seconds(_ count: Int) -> Int? {
        let (seconds, overflows) = count.multipliedReportingOverflow(by: seconds)
        return overflows ? nil : seconds
    }

    /// In a list to choose from.
    func label(_ texts: Texts) -> String { texts(TextKey("time.unit.\(rawValue)")) }
}
