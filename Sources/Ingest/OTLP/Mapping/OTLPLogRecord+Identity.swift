import Domain
import StrictJSON

extension OTLPLogRecord {
    /// What a record and its repetition have in common, and two records have not.
    var identity: JSONObject {
        [
            // As text: an integer of JSON has a sign.
            "time": .string("\(time > 0 ? time : observedTime)"), "trace": .string(Hexadecimal.encode(traceID)),
            "span": .string(Hexadecimal.encode(spanID)), "name": .string(eventName),
            "severity": .integer(Int64(severity)), "severity_text": .string(severityText), "body": body ?? .null,
            "attributes": .object(attributes),
        ]
    }
}

extension JSONObject {
    /// Serializes the object with its members ordered by name: an SDK that keeps attributes in a table may send them in
    /// another order when it sends them again.
    func canonical() -> [UInt8] { JSONValue.object(self).sorted.serialized() }
}

extension JSONValue {
    fileprivate var sorted: JSONValue {
        switch self {
        case .array(let elements): .array(elements.map(\.sorted))
        case .object(let object):
            .object(
                JSONObject(
                    object.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }.map {
                        ($0.name, $0.value.sorted)
                    }
                )
            )
        default: self
        }
    }
}
