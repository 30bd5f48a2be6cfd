import Domain
import WebCore

/// A span of time as a user types it: `30` and `days`.
package struct TypedSpan: Sendable {
    package var number: String
    package var unit: SpanUnit

    /// Uses the largest unit in which the span is a whole number.
    package init(_ span: Duration) { self.init(seconds: Int(span.components.seconds)) }

    package init(seconds: Int) {
        unit = SpanUnit.allCases.last { seconds >= $0.seconds && seconds.isMultiple(of: $0.seconds) } ?? .seconds
        number = String(seconds / unit.seconds)
    }

    /// Reads the number and its unit, and records their errors.
    /// - Parameter range: the permitted spans, in seconds.
    /// - Returns: nil when an error was recorded.
    package mutating func read(_ name: String, in range: ClosedRange<Int>, _ fields: inout Fields) -> Duration? {
        let count = fields.optionalInteger(name, in: 0...999_999_999)
        number = fields.typed(name)
        if let chosen = fields.oneOf("\(name)_unit", as: SpanUnit.self) { unit = chosen }
        guard let count else {
            if number.isEmpty { fields.record(name, .missing) }
            return nil
        }
        guard let seconds = unit.seconds(count), range.contains(seconds) else {
            fields.record(
                name,
                .malformed(
                    .localizable(
                        "time.span.range",
                        "Choose from {lowest} to {highest}.",
                        ["lowest": .span(seconds: range.lowerBound), "highest": .span(seconds: range.upperBound)]
                    )
                )
            )
            return nil
        }
        return .seconds(seconds)
    }

    // MARK: In words

    /// `30 days`, in French `30 jours`.
    package static func words(_ seconds: Int, _ texts: Texts) -> String {
        SpanText.text(seconds: seconds, texts)
    }

    package static func words(_ span: Duration, _ texts: Texts) -> String {
        words(Int(span.components.seconds), texts)
    }

    // MARK: In one field

    /// The span as `30 days` or `1 hour`, in English for every language, because it is parsed again.
    package static func notation(_ span: Duration) -> String {
        SpanText.english(seconds: Int(span.components.seconds))
    }

    /// The seconds of a span in the notation of ``notation(_:)``; nil for any other text.
    package static func seconds(notation text: String) -> Int? {
        let parts = text.split(separator: " ")
        guard parts.count == 2, let count = Int(parts[0]), count >= 0,
            let unit = SpanUnit.allCases.first(where: { $0.rawValue == parts[1] || $0.singular == parts[1] })
        else { return nil }
        return unit.seconds(count)
    }
}
