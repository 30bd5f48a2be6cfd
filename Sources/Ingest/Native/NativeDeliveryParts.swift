import Domain

/// The events of a delivery as bytes, and the delivery without them. See `JSONListScan`.
struct NativeDeliveryParts {
    /// At most one more than a delivery may have.
    private(set) var events: [ArraySlice<UInt8>] = []
    /// The delivery with an empty list of events.
    let frame: [UInt8]

    private static let name = Array("\"events\"".utf8)

    /// - Returns: nil unless the body is an object with a list of events whose brackets match.
    init?(_ body: [UInt8]) {
        var scan = JSONListScan(body[...])
        guard let start = scan.startOfList(named: Self.name) else { return nil }
        do throws(JSONListScan.Malformed) {
            while events.count <= EventLimits.batchItems, let event = try scan.next() { events.append(event) }
        } catch {
            return nil
        }
        frame = Array(body[...start] + body[scan.position...])
    }
}
