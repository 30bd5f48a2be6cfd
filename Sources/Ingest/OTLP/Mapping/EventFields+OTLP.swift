import Domain
import StrictJSON

extension EventFields {
    /// What has attributes.
    enum OTLPPart {
        case record
        /// A resource or a scope, which has dimensions, but neither ids nor errors.
        case shared
        /// An exception, which has an error alone.
        case exception
    }

    /// Separates the attributes with a meaning from the others; of several for one field, the first of its names counts.
    init(otlp attributes: JSONObject, of part: OTLPPart = .record) {
        self.init(.otlp)
        for (name, value) in attributes where !name.isEmpty && !value.isNull {
            take(name, value) { field in
                switch (part, field) {
                case (.record, _), (.shared, .dimension): true
                case (.shared, _), (.exception, .dimension), (.exception, .id): false
                case (.exception, _): true
                }
            }
        }
    }

    /// The record's own id.
    var recordID: EventIdentifier? { self[.id]?.stringValue.flatMap { EventIdentity.id($0) } }

    /// Returns the attempt that the client names, else the trace; a trace that is not the attempt is kept as an attribute.
    mutating func attempt(trace bytes: [UInt8]) -> TraceID? {
        let trace = TraceID(bytes: bytes)
        guard let attempt else { return trace }
        if let trace, trace != attempt { addRest("trace_id", .string(trace.description)) }
        return attempt
    }
}
