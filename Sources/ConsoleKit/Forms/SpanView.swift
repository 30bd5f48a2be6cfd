import Domain

/// A field for a span of time: a number and its unit.
package struct SpanView: Sendable {
    package let id: String
    package let name: String
    package let label: String
    package let value: String
    let unitName: String
    package let units: [OptionView]
    package let hint: String
    package let error: String?
    let describedBy: String?

    /// - Parameter label: the label of the field, in the language of `texts`.
    package init(
        _ name: String,
        label: String,
        _ span: TypedSpan,
        hint: String,
        error: String?,
        _ texts: Texts
    ) {
        id = "field-\(name)"
        self.name = name
        self.label = label
        value = VisibleText.escaped(span.number)
        unitName = "\(name)_unit"
        units = SpanUnit.allCases.map {
            OptionView(value: $0.rawValue, label: $0.label(texts), isSelected: $0 == span.unit)
        }
        self.hint = hint
        self.error = error
        describedBy = FieldView.describedBy(name, hint: hint, error: error)
    }
}

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

    /// The singular in the notation of spans, such as `day`.
    var singular: Substring { rawValue.dropLast() }

    /// Converts a number of this unit to seconds; nil on overflow.
    func seconds(_ count: Int) -> Int? {
        let (seconds, overflows) = count.multipliedReportingOverflow(by: seconds)
        return overflows ? nil : seconds
    }

    /// The label in the list of units.
    func label(_ texts: Texts) -> String { texts(TextKey("time.unit.\(rawValue)")) }
}
