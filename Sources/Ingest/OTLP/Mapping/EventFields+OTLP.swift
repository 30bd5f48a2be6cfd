import Domain
import StrictJSON

extension EventFields {
    /// Separates the attributes with a meaning from the others; of several for one field, the first of its names counts.
    /// - Parameter isShared: whether they are attributes of a resource or a scope, which have dimensions, but neither
    ///   ids nor errors.
    init(otlp attributes: JSONObject, isShared: Bool = false) {
        self.init(.otlp)
        for (name, value) in attributes where !name.isEmpty && !value.isNull {
            guard let (field, rank) = format.field(name), !isShared || field.isDimension else {
                addRest(name, value)
                continue
            }
            if let other = self.rank(of: field) {
                guard rank < other else {
                    addRest(name, value)
                    continue
                }
                setAside(field)
            }
            set(field, rank, value)
        }
    }

    /// Returns the record's own id; another value than an id is kept as an attribute.
    mutating func recordID() -> EventIdentifier? {
        guard let value = self[.id] else { return nil }
        if let id = value.stringValue.flatMap({ EventIdentity.id($0) }) { return id }
        setAside(.id)
        return nil
    }

    /// Returns the attempt that the client names, else the trace; a trace that is not the attempt is kept as an attribute.
    mutating func attempt(trace bytes: [UInt8]) -> TraceID? {
        let trace = TraceID(bytes: bytes)
        guard let attempt = attempt() else { return trace }
        if let trace, trace != attempt { addRest("trace_id", .string(trace.description)) }
        return attempt
    }
}

extension EventField {
    fileprivate var isDimension: Bool { if case .dimension = self { true } else { false } }
}
