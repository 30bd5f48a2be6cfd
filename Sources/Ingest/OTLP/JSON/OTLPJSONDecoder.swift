import Domain
import StrictJSON

/// Decodes an OTLP request in JSON record by record.
///
/// The lists of resources, scopes and records are found in the text first (`JSONListScan`). Each record is parsed alone,
/// so a record with an error in it is rejected alone, and memory holds the values of one record only.
struct OTLPJSONDecoder<Signal: OTLPSignal> {
    private var collector: OTLPCollector<Signal>

    static func decode(_ bytes: [UInt8], receivedAt: Timestamp) throws(DeliveryError) -> EventDelivery {
        var decoder = OTLPJSONDecoder(collector: OTLPCollector(size: bytes.count, receivedAt: receivedAt))
        try decoder.takeRequest(bytes[...])
        return decoder.collector.delivery
    }

    private mutating func takeRequest(_ text: ArraySlice<UInt8>) throws(DeliveryError) {
        var request = try OTLPJSONPart(of: text, list: Signal.names.resources, path: "")
        if case .failure(let error) = request.members { throw DeliveryError(error) }
        while let (element, path) = try request.next() { try takeResource(element, path: path) }
    }

    private mutating func takeResource(_ text: ArraySlice<UInt8>, path: String) throws(DeliveryError) {
        let before = collector.count
        var part = try OTLPJSONPart(of: text, list: Signal.names.scopes, path: path)
        let members = part.members
        try collector.beginResource { () throws(ItemError) in
            try members.get().members("resource")?.attributes("attributes") ?? JSONObject()
        }
        while let (element, path) = try part.next() { try takeScope(element, path: path) }
        try check(part, recordsBefore: before)
    }

    private mutating func takeScope(_ text: ArraySlice<UInt8>, path: String) throws(DeliveryError) {
        let before = collector.count
        var part = try OTLPJSONPart(of: text, list: Signal.names.records, path: path)
        let members = part.members
        try collector.beginScope { () throws(ItemError) in
            guard let scope = try members.get().members("scope") else { return OTLPScope() }
            return try OTLPScope(scope)
        }
        while let (element, _) = try part.next() { try takeRecord(element) }
        try check(part, recordsBefore: before)
    }

    /// A part with an error has rejected its records. Without records the request is rejected, so that the error shows.
    private func check(_ part: OTLPJSONPart, recordsBefore: Int) throws(DeliveryError) {
        guard case .failure(let error) = part.members, collector.count == recordsBefore else { return }
        throw DeliveryError(error)
    }

    private mutating func takeRecord(_ text: ArraySlice<UInt8>) throws(DeliveryError) {
        var hasOneValue = true
        collector.take { path throws(ItemError) in
            let value: JSONValue
            do throws(JSONSyntaxError) {
                value = try JSONValue(parsing: text, limits: OTLPJSONPart.limits)
            } catch {
                hasOneValue = error.reason != .trailingData
                throw ItemError(error, path: path)
            }
            guard let object = value.objectValue else {
                throw ItemError(code: "wrong_type", message: "\(path) must be an object.")
            }
            guard EventText.weight(value) <= EventLimits.eventBytes else {
                throw ItemError(code: "too_large", message: "\(path) is larger than \(EventLimits.eventBytes) bytes.")
            }
            return try Signal.record(json: object, path: path)
        }
        // Two values have no comma between them, so the list itself is invalid.
        guard hasOneValue else { throw .malformedList(Signal.names.records) }
    }
}
