import StrictJSON

extension QueryField {
    /// Further names of fields, by the names of their dimensions in the API.
    private static let aliases: [String: [String]] = [
        "app_version": ["release", "version"],
        "os_version": ["os"],
        "device_model": ["device"],
        "environment": ["env"],
        "provider": ["method"],
        "attempt": ["trace"],
        "stage": ["step"],
        "message": ["text"],
    ]

    /// Fields whose values have a unit need none in the name: `duration:>2s`.
    private static let shortNames = ["duration_ms": "duration"]

    /// Every field: the dimensions in their order, then the message and the time.
    public static let all = EventDimension.allCases.map(QueryField.dimension) + [.message, .time]

    /// Every name, canonical ones first.
    public static let allNames = all.map(\.name) + all.flatMap { $0.names.dropFirst() }

    private static let byName = Dictionary(
        all.flatMap { field in field.names.map { (ByteText($0), field) } },
        uniquingKeysWith: { first, _ in first }
    )

    /// The name in canonical queries.
    public var name: String { Self.shortNames[apiName] ?? apiName }

    /// The canonical name, then the others.
    public var names: [String] { [name] + (name == apiName ? [] : [apiName]) + (Self.aliases[apiName] ?? []) }

    /// - Parameter name: one of `names`, in any case.
    public init?(named name: String) {
        guard let field = Self.byName[ByteText(name.lowercasedASCII())] else { return nil }
        self = field
    }

    private var apiName: String {
        switch self {
        case .dimension(let dimension): dimension.name
        case .message: "message"
        case .time: "time"
        }
    }
}
