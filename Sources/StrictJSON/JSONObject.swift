/// The members of a JSON object, in the order in which they were written, with unique names.
///
/// Names are compared byte by byte, so two spellings that Unicode calls equivalent are two names. Two objects are equal
/// when they have equal members in the same order.
public struct JSONObject: Sendable, Hashable {
    struct Member: Sendable, Hashable {
        let name: String
        var value: JSONValue

        static func == (left: Member, right: Member) -> Bool {
            left.name.hasSameBytes(as: right.name) && left.value == right.value
        }

        func hash(into hasher: inout Hasher) {
            name.hashBytes(into: &hasher)
            hasher.combine(value)
        }
    }

    private(set) var members: [Member]
    private var places: MemberPlaces

    public init() {
        members = []
        places = MemberPlaces()
    }

    /// Adds the pairs in order; a later pair replaces an earlier one with the same name.
    public init(_ pairs: [(String, JSONValue)]) {
        self.init()
        members.reserveCapacity(pairs.count)
        for (name, value) in pairs { set(name, to: value) }
    }

    /// - Parameter values: one for each name.
    public init(_ names: JSONNames, _ values: [JSONValue]) {
        precondition(names.all.count == values.count)
        self.init(distinct: zip(names.all, values).map { Member(name: $0, value: $1) }, places: names.places)
    }

    /// - Precondition: the names are unique, which the parser has checked.
    init(distinct members: [Member], places: MemberPlaces) {
        self.members = members
        self.places = places
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
                places = MemberPlaces(of: names)
            }
        }
    }

    /// Replaces the value of a member in its place, or adds the member at the end.
    public mutating func set(_ name: String, to value: JSONValue) {
        if let place = place(of: name) {
            members[place].value = value
        } else {
            members.append(Member(name: name, value: value))
            places.noteLast(of: members)
        }
    }

    /// Removes the members that `isLeftOut` picks, in one pass.
    public mutating func removeAll(where isLeftOut: (_ name: String, _ value: JSONValue) -> Bool) {
        members.removeAll { isLeftOut($0.name, $0.value) }
        places = MemberPlaces(of: names)
    }

    /// Adds a member at the end; nil adds none.
    public mutating func append(_ name: String, _ value: JSONValue?) {
        guard let value else { return }
        set(name, to: value)
    }

    private func place(of name: String) -> Int? { places.place(of: name, among: members) }

    public static func == (left: JSONObject, right: JSONObject) -> Bool { left.members == right.members }

    public func hash(into hasher: inout Hasher) { hasher.combine(members) }
}

/// The names of the members of many objects: that they are unique is checked once.
public struct JSONNames: Sendable {
    let all: [String]
    let places: MemberPlaces

    /// - Precondition: the names are unique.
    public init(_ names: [String]) {
        precondition(Set(names.map(ByteText.init(_:))).count == names.count)
        all = names
        places = MemberPlaces(of: names)
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
    public init(dictionaryLiteral pairs: (String, JSONValue)...) { self.init(pairs) }
}
