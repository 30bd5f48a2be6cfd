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
}
