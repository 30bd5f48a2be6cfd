import Domain
import StrictJSON

/// The members of an event that have a meaning: its dimensions, and the others.
enum NativeField: Hashable, CaseIterable {
    case dimension(EventDimension)
    case id, time, error, attributes, errorDomain, errorCode, errorMessage

    static let allCases: [NativeField] =
        EventDimension.allCases.map { .dimension($0) }
        + [.id, .time, .error, .attributes, .errorDomain, .errorCode, .errorMessage]

    /// Ours first, then those of OpenTelemetry; none for a dimension that the server sets.
    var names: [String] {
        switch self {
        case .dimension(let dimension): dimension.definition.wireNames.native + dimension.definition.wireNames.otlp
        case .id: ["id"]
        case .time: ["time", "timestamp"]
        case .error: ["error"]
        case .attributes: ["attributes"]
        case .errorDomain: ["auth.error.domain", "exception.type"]
        case .errorCode: ["auth.error.code"]
        case .errorMessage: ["exception.message"]
        }
    }

    /// The place among all fields.
    var place: Int {
        switch self {
        case .dimension(let dimension): dimension.rawValue
        case .id: Self.others
        case .time: Self.others + 1
        case .error: Self.others + 2
        case .attributes: Self.others + 3
        case .errorDomain: Self.others + 4
        case .errorCode: Self.others + 5
        case .errorMessage: Self.others + 6
        }
    }

    private static let others = EventDimension.allCases.count
    private static let fields: [ByteText: NativeField] = Dictionary(
        uniqueKeysWithValues: allCases.flatMap { field in field.names.map { (ByteText($0), field) } }
    )

    static func named(_ name: String) -> NativeField? { fields[ByteText(name)] }
}
