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

    /// Whether of several names of a field the first one counts, and not the first in the delivery.
    var prefersFirstNames: Bool { self == .otlp }

    private typealias Fields = [ByteText: (field: EventField, rank: Int)]

    private static let nativeFields = fields(of: .native)
    private static let otlpFields = fields(of: .otlp)
    private static let sentryFields = fields(of: .sentry)

    private static func fields(of format: EventFormat) -> Fields {
        var fields: Fields = [:]
        for field in EventField.allCases {
            for (rank, name) in field.names(in: format).enumerated() where fields[ByteText(name)] == nil {
                fields[ByteText(name)] = (field, rank)
            }
        }
        return fields
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
