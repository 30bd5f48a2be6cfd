import Domain
import StrictJSON

/// A message of an OTLP request in JSON: the elements of its list as text, and its other members.
struct OTLPJSONPart {
    /// The limits of one record, and of a message without its list.
    static let limits = JSONLimits(
        // A level of values takes up to four levels of JSON: the value, its list, the elements, and the pair.
        maximumDepth: 4 * OTLPLimits.depth + 4,
        maximumMembers: 1024,
        maximumElements: 2 * OTLPLimits.values,
        maximumStringBytes: EventLimits.eventBytes,
        replacesLoneSurrogates: true
    )

    /// The other members, or the error in them.
    let members: Result<OTLPMembers, ItemError>
    private let name: String
    private let path: String
    /// Nil when the message has no list.
    private var scan: JSONListScan?
    private var index = 0

    /// - Throws: `invalid_json` when the list has no end, or the text is more than one value; `wrong_type` when the list
    ///   is none.
    init(of text: ArraySlice<UInt8>, list name: String, path: String) throws(DeliveryError) {
        self.path = path
        self.name = name
        var scan = JSONListScan(text)
        guard let start = scan.startOfList(named: Array("\"\(name)\"".utf8)) else {
            members = try Self.members(in: text, path: path)
            guard let found = try? members.get() else { return }
            // A name that is written with escapes is not found either.
            guard let list = try? found.list(name), list.isEmpty else { throw .malformedList(name) }
            return
        }
        self.scan = scan
        do throws(JSONListScan.Malformed) { while try scan.next() != nil {} } catch { throw .malformedList(name) }
        let frame = Array(text[...start] + text[scan.position...])
        members = try Self.members(in: frame[...], path: path)
    }

    /// Returns the next element of the list, with its path.
    mutating func next() throws(DeliveryError) -> (ArraySlice<UInt8>, path: String)? {
        let element: ArraySlice<UInt8>?
        do throws(JSONListScan.Malformed) { element = try scan?.next() } catch { throw .malformedList(name) }
        guard let element else { return nil }
        defer { index += 1 }
        return (element, "\(path.isEmpty ? "" : path + ".")\(name)[\(index)]")
    }

    private static func members(
        in text: ArraySlice<UInt8>,
        path: String
    ) throws(DeliveryError) -> Result<OTLPMembers, ItemError> {
        let path = path.isEmpty ? "The request" : path
        let value: JSONValue
        do throws(JSONSyntaxError) { value = try JSONValue(parsing: text, limits: limits) } catch {
            let failure = ItemError(error, path: path)
            guard error.reason != .trailingData else { throw DeliveryError(failure) }
            return .failure(failure)
        }
        return Result { () throws(ItemError) in try OTLPMembers(value, path: path) }
    }
}
