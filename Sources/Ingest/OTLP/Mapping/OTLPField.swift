import Domain
import StrictJSON

/// The attributes with a meaning: dimensions, and the parts of an error.
enum OTLPField: Hashable, CaseIterable {
    case dimension(EventDimension)
    case recordID, errorDomain, errorCode, errorMessage, errorChain, errorType

    static let allCases: [OTLPField] =
        EventDimension.allCases.map { .dimension($0) }
        + [.recordID, .errorDomain, .errorCode, .errorMessage, .errorChain, .errorType]

    /// The names of its attribute; the first one that a record has counts.
    var names: [String] {
        switch self {
        case .dimension(let dimension): dimension.definition.wireNames.otlp
        case .recordID: ["log.record.uid"]
        case .errorDomain: ["auth.error.domain", "exception.type"]
        case .errorCode: ["auth.error.code"]
        case .errorMessage: ["auth.error.message", "exception.message"]
        case .errorChain: ["auth.error.chain"]
        case .errorType: ["error.type"]
        }
    }

    var isDimension: Bool { if case .dimension = self { true } else { false } }

    /// The place among all fields.
    var place: Int {
        switch self {
        case .dimension(let dimension): dimension.rawValue
        case .recordID: Self.others
        case .errorDomain: Self.others + 1
        case .errorCode: Self.others + 2
        case .errorMessage: Self.others + 3
        case .errorChain: Self.others + 4
        case .errorType: Self.others + 5
        }
    }

    private static let others = EventDimension.allCases.count
    private static let fields: [ByteText: (field: OTLPField, rank: Int)] = Dictionary(
        uniqueKeysWithValues: allCases.flatMap { field in
            field.names.enumerated().map { (ByteText($1), (field, $0)) }
        }
    )

    /// - Returns: the field, and the place of the name among its names.
    static func named(_ name: String) -> (field: OTLPField, rank: Int)? { fields[ByteText(name)] }
}
