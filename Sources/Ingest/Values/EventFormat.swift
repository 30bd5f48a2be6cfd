import StrictJSON

/// A wire format, by the names that its clients give to fields.
enum EventFormat {
    /// Our own names first, then those of OpenTelemetry.
    case native
    /// Attributes of a resource, a scope or a record.
    case otlp
    /// What an app names itself, in tags, extra, contexts and attributes: the names of OpenTelemetry (`user.id`,
    /// `auth.stage`), and `auth.` with a name of the native format (`auth.provider`).
    case sentry

    /// Whether the order of a field's names decides, not that of the values in a delivery.
    var ranksNames: Bool { self == .otlp }

    private typealias Fields = [ByteText: (field: EventField, rank: Int)]

    private static let nativeFields = fields(of: .native)
    private static let otlpFields = fields(of: .otlp)
    private static let sentryFields = fields(of: .sentry)

    private static func fields(of format: EventFormat) -> Fields {
        Dictionary(
            uniqueKeysWithValues: EventField.allCases.flatMap { field in
                field.names(in: format).enumerated().map { (ByteText($1), (field, $0)) }
            }
        )
    }

    /// - Returns: the field, and the place of the name among its names; nil for a name without a meaning.
    func field(_ name: String) -> (field: EventField, rank: Int)? {
        switch self {
        case .native: Self.nativeFields[ByteText(name)]
        case .otlp: Self.otlpFields[ByteText(name)]
        case .sentry: Self.sentryFields[ByteText(name)]
        }
    }
}
