import Domain
import WebCore

/// A span of time as someone types it: `30` and `days`.
package struct TypedSpan: Sendable {
    package var number: String
    package var unit: SpanUnit

    /// In the largest unit of which it is a whole number.
    package init(_ span: Duration) { self.init(seconds: Int(span.components.seconds)) }

    package init(seconds: Int) {
        unit = SpanUnit.allCases.last { seconds >= $0.seconds && seconds.isMultiple(of: $0.seconds) } ?? .seconds
        number = String(seconds / unit.seconds)
    }

    /// Reads the number and its unit, and notes what is no such span.
    /// - Parameter range: in seconds.
    /// - Returns: nil when it was noted.
    package mutating func read(_ name: String, in range: ClosedRange<Int>, _ fields: inout Fields) -> Duration? {
        let count = fields.optionalInteger(name, in: 0...999_999_999)
        number = fields.typed(name)
        if let chosen = fields.oneOf("\(name)_unit", as: SpanUnit.self) { unit = chosen }
        guard let count else {
            if number.isEmpty { fields.record(name, .missing) }
            return nil
        }
        let (seconds, overflows) = count.multipliedReportingOverflow(by: unit.seconds)
        guard !overflows, range.contains(seconds) else {
            fields.record(
                name,
                .malformed("Choose from \(Self.words(range.lowerBound)) to \(Self.words(range.upperBound)).")
            )
            return nil
        }
        return .seconds(seconds)
    }

    /// `30 days`, `1 hour`.
    package static func words(_ seconds: Int) -> String {
        let span = TypedSpan(seconds: seconds)
        return span.number == "1" ? "1 \(span.unit.rawValue.dropLast())" : "\(span.number) \(span.unit.rawValue)"
    }

    package static func words(_ span: Duration) -> String { words(Int(span.components.seconds)) }
}
