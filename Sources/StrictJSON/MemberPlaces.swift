/// Indexes the members of an object for look-ups in constant time, however many members a hostile text has.
struct MemberPlaces: Sendable {
    /// Up to this number comparing with each member is faster than a table.
    static let fewMembers = 24

    /// Nil while there are few members.
    private var places: [ByteText: Int]?

    /// - Parameter members: all members that were recorded.
    func place(of name: String, among members: [JSONObject.Member]) -> Int? {
        guard let places else { return members.firstIndex { $0.name.hasSameBytes(as: name) } }
        return places[ByteText(name)]
    }

    /// Records the last of the members, which is new.
    mutating func noteLast(of members: [JSONObject.Member]) {
        guard members.count > Self.fewMembers, let last = members.last else { return }
        if places == nil {
            self = MemberPlaces(of: members.map(\.name))
        } else {
            places?[ByteText(last.name)] = members.count - 1
        }
    }

    init() {}

    init(of names: [String]) {
        guard names.count > Self.fewMembers else { return }
        places = Dictionary(
            names.enumerated().map { (ByteText($0.element), $0.offset) },
            uniquingKeysWith: { first, _ in first }
        )
    }
}
