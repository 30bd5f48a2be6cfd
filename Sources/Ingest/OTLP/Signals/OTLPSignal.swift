import Domain
import StrictJSON

/// What differs between logs and traces; resources, scopes and records nest in the same way.
protocol OTLPSignal {
    associatedtype Record

    static var names: OTLPNames { get }
    static var category: ItemCategory { get }

    /// - Parameter path: of the record, for messages.
    static func record(protobuf bytes: [UInt8], in range: Range<Int>, path: String) throws(ItemError) -> Record
    static func record(json object: JSONObject, path: String) throws(ItemError) -> Record

    /// - Returns: nil for a record that is counted and not stored.
    static func event(_ record: Record, of shared: OTLPShared, _ mapper: inout OTLPMapper) -> DecodedEvent?
}

/// The names of the lists of a request in JSON.
struct OTLPNames: Sendable {
    /// `resourceLogs`
    let resources: String
    /// `scopeLogs`
    let scopes: String
    /// `logRecords`
    let records: String
}
