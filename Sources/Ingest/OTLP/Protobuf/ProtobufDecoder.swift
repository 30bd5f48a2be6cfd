import Domain
import StrictJSON

/// Decodes an OTLP request in protobuf (`ExportLogsServiceRequest`, `ExportTraceServiceRequest`) record by record.
///
/// The places of resources, scopes and records are found in the bytes first, which needs no memory. Each is checked
/// (`ProtobufMessage`) and then decoded alone, so a record with an error in it is rejected alone.
struct ProtobufDecoder<Signal: OTLPSignal> {
    private let bytes: [UInt8]
    private var collector: OTLPCollector<Signal>

    private init(_ bytes: [UInt8], receivedAt: Timestamp) {
        self.bytes = bytes
        collector = OTLPCollector(size: bytes.count, receivedAt: receivedAt)
    }

    static func decode(_ bytes: [UInt8], receivedAt: Timestamp) throws(DeliveryError) -> EventDelivery {
        var decoder = ProtobufDecoder(bytes, receivedAt: receivedAt)
        do throws(DeliveryError) { try decoder.takeRequest() } catch {
            throw error.after(examining: decoder.collector.examined)
        }
        return decoder.collector.delivery
    }

    private mutating func takeRequest() throws(DeliveryError) {
        var request = ProtobufFields(bytes, in: bytes.indices)
        while let field = try Self.next(&request) {
            if field.number == 1, let group = field.content { try takeResource(group) }
        }
    }

    /// Takes `ResourceLogs` or `ResourceSpans`.
    private mutating func takeResource(_ group: Range<Int>) throws(DeliveryError) {
        var hasStarted = false
        var fields = ProtobufFields(bytes, in: group)
        while let field = try Self.next(&fields) {
            guard field.number == 2, let scope = field.content else { continue }
            if !hasStarted {
                let resource = try message(in: 1, of: group)
                try collector.beginResource { () throws(ItemError) in try JSONObject(protobufResource: resource) }
                hasStarted = true
            }
            try takeScope(scope)
        }
    }

    /// Takes `ScopeLogs` or `ScopeSpans`.
    private mutating func takeScope(_ group: Range<Int>) throws(DeliveryError) {
        var hasStarted = false
        var fields = ProtobufFields(bytes, in: group)
        while let field = try Self.next(&fields) {
            guard field.number == 2, let record = field.content else { continue }
            if !hasStarted {
                let scope = try message(in: 1, of: group)
                try collector.beginScope { () throws(ItemError) in try OTLPScope(protobuf: scope) }
                hasStarted = true
            }
            guard !collector.isFull else {
                collector.skip(1)
                continue
            }
            collector.take { [bytes] path throws(ItemError) in
                try Signal.record(protobuf: bytes, in: record, path: path)
            }
        }
    }

    /// Returns the bytes of a message; none when nothing more is read. One that is sent in parts is their sequence, by
    /// the rules of protobuf.
    private func message(in number: Int, of group: Range<Int>) throws(DeliveryError) -> [UInt8] {
        guard !collector.isFull else { return [] }
        var message: [UInt8] = []
        var fields = ProtobufFields(bytes, in: group)
        while let field = try Self.next(&fields) {
            if field.number == number, let content = field.content { message += bytes[content] }
        }
        return message
    }

    private static func next(_ fields: inout ProtobufFields) throws(DeliveryError) -> ProtobufFields.Field? {
        do throws(ProtobufError) { return try fields.next() } catch {
            throw DeliveryError(code: "invalid_protobuf", sentence: error.sentence)
        }
    }
}

/// Why bytes are not a protobuf message, and where.
struct ProtobufError: Error, Hashable {
    enum Reason: Hashable {
        case unexpectedEnd
        /// A number of more than 64 bits.
        case varintTooLong
        /// A field with the number 0, with a number beyond 2²⁹, or of an unknown or obsolete type.
        case badField
    }

    let reason: Reason
    /// In bytes from the start of the body.
    let offset: Int

    /// One sentence for users: `Byte 17: the message ends too early.`
    var sentence: String { "Byte \(offset): \(detail)" }

    private var detail: String {
        switch reason {
        case .unexpectedEnd: "the message ends too early."
        case .varintTooLong: "a number has more than 64 bits."
        case .badField: "this is no field."
        }
    }
}
