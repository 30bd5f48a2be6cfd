import Domain
import StrictJSON

/// A message of an OTLP request in JSON: the places of the elements of its list, and its other members.
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

    /// The places of the first elements: one more than are read, so that too many resources are noticed.
    private(set) var elements: [Range<Int>] = []
    /// The number of elements beyond these.
    private(set) var surplus = 0
    private let text: ArraySlice<UInt8>
    private let name: String
    private let path: String
    /// The place of the list, with its brackets; nil when the message has none.
    private let list: ClosedRange<Int>?

    /// - Throws: `invalid_json` when the list has no end.
    init(of text: ArraySlice<UInt8>, list name: String, path: String) throws(DeliveryError) {
        self.text = text
        self.path = path
        self.name = name
        var scan = JSONListScan(text)
        guard let start = scan.startOfList(named: Array("\"\(name)\"".utf8)) else {
            list = nil
            return
        }
        do throws(JSONListScan.Malformed) {
            while let element = try scan.next() {
                if elements.count <= EventLimits.examinedItems {
                    elements.append(element.startIndex..<element.endIndex)
                } else {
                    surplus += 1
                }
            }
        } catch {
            throw .malformedList(name)
        }
        list = start...scan.position
    }

    /// The path of an element, for messages.
    func elementPath(_ index: Int) -> String { "\(path.isEmpty ? "" : path + ".")\(name)[\(index)]" }

    /// Reads the other members.
    /// - Returns: them, or the error in them.
    /// - Throws: `invalid_json` when the text is more than one value, or its list was not found.
    func members() throws(DeliveryError) -> Result<OTLPMembers, ItemError> {
        guard let list else {
            let members = try members(in: text)
            guard let found = try? members.get() else { return members }
            // A name that is written with escapes is not found either.
            guard let listed = try? found.list(name), listed.isEmpty else { throw .malformedList(name) }
            return members
        }
        let frame = Array(text[...list.lowerBound] + text[list.upperBound...])
        return try members(in: frame[...])
    }

    private func members(in text: ArraySlice<UInt8>) throws(DeliveryError) -> Result<OTLPMembers, ItemError> {
        let path = path.isEmpty ? "The request" : path
        let value: JSONValue
        do throws(JSONSyntaxError) { value = try JSONValue(parsing: text, limits: Self.limits) } catch {
            let failure = ItemError(error, path: path)
            guard error.reason != .trailingData else { throw DeliveryError(failure) }
            return .failure(failure)
        }
        return Result { () throws(ItemError) in try OTLPMembers(value, path: path) }
    }
}
