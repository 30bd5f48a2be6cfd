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
