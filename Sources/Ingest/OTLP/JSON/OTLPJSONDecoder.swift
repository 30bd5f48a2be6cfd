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
        do throws(DeliveryError) { try decoder.takeRequest(bytes[...]) } catch {
            throw error.after(examining: decoder.collector.examined)
        }
        return decoder.collector.delivery
    }

    private mutating func takeRequest(_ text: ArraySlice<UInt8>) throws(DeliveryError) {
        let request = try OTLPJSONPart(of: text, list: Signal.names.resources, path: "")
        if case .failure(let error) = try request.members() { throw DeliveryError(error) }
        for (index, place) in request.elements.enumerated() {
            try takeResource(text[place], path: request.elementPath(index))
        }
    }

    private mutating func takeResource(_ text: ArraySlice<UInt8>, path: String) throws(DeliveryError) {
        let before = collector.count
        let part = try OTLPJSONPart(of: text, list: Signal.names.scopes, path: path)
        let members = try members(of: part)
        try collector.beginResource { () throws(ItemError) in
            try members?.get().members("resource")?.attributes("attributes") ?? JSONObject()
        }
        for (index, place) in part.elements.enumerated() { try takeScope(text[place], path: part.elementPath(index)) }
        try check(members, recordsBefore: before)
    }

    private mutating func takeScope(_ text: ArraySlice<UInt8>, path: String) throws(DeliveryError) {
        let before = collector.count
        let part = try OTLPJSONPart(of: text, list: Signal.names.records, path: path)
        let members = try members(of: part)
        try collector.beginScope { () throws(ItemError) in
            guard let scope = try members?.get().members("scope") else { return OTLPScope() }
            return try OTLPScope(scope)
        }
        for place in part.elements { try takeRecord(text[place]) }
        collector.skip(part.surplus)
        try check(members, recordsBefore: before)
    }

    /// - Returns: nil when nothing more is read.
    private func members(of part: OTLPJSONPart) throws(DeliveryError) -> Result<OTLPMembers, ItemError>? {
        guard !collector.isFull else { return nil }
        return try part.members()
    }

    /// A part with an error has rejected its records. Without records the request is rejected, so that the error shows.
    private func check(_ members: Result<OTLPMembers, ItemError>?, recordsBefore: Int) throws(DeliveryError) {
        guard case .failure(let error)? = members, collector.count == recordsBefore else { return }
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
