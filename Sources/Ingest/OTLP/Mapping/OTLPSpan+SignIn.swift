import Domain
import StrictJSON

extension OTLPSpan {
    private static let prefix = "auth."
    private static let kinds = ["internal", "server", "client", "producer", "consumer"]

    /// Whether the span is about sign-in: its name, or the name of an attribute of its own, begins with `auth.`.
    var isOfSignIn: Bool {
        name.hasBytePrefix(Self.prefix) || attributes.names.contains { $0.hasBytePrefix(Self.prefix) }
    }

    var isFailed: Bool { statusCode == 2 }

    /// The kind in words; nil when it is unknown.
    var kindName: String? { (1...Self.kinds.count).contains(Int(kind)) ? Self.kinds[Int(kind) - 1] : nil }

    /// What a span and its repetition have in common, and two spans have not.
    var identity: JSONObject {
        [
            // As text: an integer of JSON has a sign.
            "start": .string("\(start)"), "end": .string("\(end)"), "trace": .string(Hexadecimal.encode(traceID)),
            "span": .string(Hexadecimal.encode(spanID)), "name": .string(name),
            "status": .integer(Int64(statusCode)), "attributes": .object(attributes),
        ]
    }
}
