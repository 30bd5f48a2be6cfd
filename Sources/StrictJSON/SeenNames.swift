/// Tells whether a name came before in an object, in constant time however many members a hostile text has.
struct SeenNames {
    /// Up to here comparing with each is faster than a set.
    private static let fewMembers = 24

    /// One bit for a coarse hash of each name: mostly it says at once that a name is new.
    private var coarse: UInt64 = 0
    private var all: Set<ExactName> = []

    /// - Returns: false when one of `members` has the name already.
    mutating func insert(_ name: String, among members: [JSONObject.Member]) -> Bool {
        if members.count >= Self.fewMembers {
            if all.isEmpty { all = Set(members.map { ExactName(text: $0.name) }) }
            return all.insert(ExactName(text: name)).inserted
        }
        let bit = Self.coarseBit(name)
        defer { coarse |= bit }
        return coarse & bit == 0 || !members.contains { $0.name.hasSameBytes(as: name) }
    }

    private static func coarseBit(_ name: String) -> UInt64 {
        var name = name
        return name.withUTF8 { bytes in
            var sum = UInt64(truncatingIfNeeded: bytes.count)
            for byte in bytes.prefix(12) { sum = sum &* 31 &+ UInt64(byte) }
            return 1 << (sum & 63)
        }
    }
}

/// A text that equals another only byte by byte; its hash is seeded, so nobody can prepare collisions.
private struct ExactName: Hashable {
    let text: String

    static func == (left: ExactName, right: ExactName) -> Bool { left.text.hasSameBytes(as: right.text) }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
