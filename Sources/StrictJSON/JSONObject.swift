/// The members of a JSON object, in the order in which they were written; no name comes twice.
///
/// Names are compared byte by byte, so two spellings that Unicode calls equivalent are two names. Two objects are
/// equal when the same members come in the same order.
public struct JSONObject: Sendable, Hashable {
    struct Member: Sendable, Hashable {
        let name: String
        var value: JSONValue
    }

    private(set) var members: [Member]

    public init() {
        members = []
    }

    /// Takes the pairs in order; a later pair replaces an earlier one of the same name.
    public init(_ pairs: [(String, JSONValue)]) {
        members = []
        members.reserveCapacity(pairs.count)
        for (name, value) in pairs { set(name, to: value) }
    }

    /// - Precondition: no two members have the same name, which the parser has checked.
    init(distinct members: [Member]) {
        self.members = members
    }

    public var count: Int { members.count }
    public var isEmpty: Bool { members.isEmpty }
    public var names: [String] { members.map(\.name) }

    /// The value of a member. Setting nil removes the member.
    public subscript(name: String) -> JSONValue? {
        get { place(of: name).map { members[$0].value } }
        set {
            if let newValue {
                set(name, to: newValue)
            } else if let place = place(of: name) {
                members.remove(at: place)
            }
        }
    }

    /// Replaces the value of a member in its place, or adds the member at the end.
    public mutating func set(_ name: String, to value: JSONValue) {
        if let place = place(of: name) {
            members[place].value = value
        } else {
            members.append(Member(name: name, value: value))
        }
    }

    /// Adds a member at the end; nil adds none.
    public mutating func append(_ name: String, _ value: JSONValue?) {
        guard let value else { return }
        set(name, to: value)
    }

    private func place(of name: String) -> Int? {
        members.firstIndex { $0.name.hasSameBytes(as: name) }
    }
}

extension JSONObject: Sequence {
    public func makeIterator() -> AnyIterator<(name: String, value: JSONValue)> {
        var rest = members.makeIterator()
        return AnyIterator { rest.next().map { ($0.name, $0.value) } }
    }

    public var underestimatedCount: Int { members.count }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral pairs: (String, JSONValue)...) {
        self.init(pairs)
    }
}

extension String {
    /// `==` first: it is fast when the texts differ, and texts that differ for Unicode differ in their bytes.
    func hasSameBytes(as other: String) -> Bool {
        self == other && utf8.elementsEqual(other.utf8)
    }
}
