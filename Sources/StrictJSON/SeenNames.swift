/// Detects duplicate names in an object, in constant time however many members a hostile text has.
struct SeenNames {
    /// One bit for a coarse hash of each name: in most cases it proves that a name is new.
    private var coarse: UInt64 = 0
    private(set) var places = MemberPlaces()

    /// - Returns: false when one of `members` already has the name.
    mutating func isNew(_ name: String, among members: [JSONObject.Member]) -> Bool {
        let bit = Self.coarseBit(name)
        defer { coarse |= bit }
        return coarse & bit == 0 || places.place(of: name, among: members) == nil
    }

    /// Records the last of the members.
    mutating func noteLast(of members: [JSONObject.Member]) { places.noteLast(of: members) }

    private static func coarseBit(_ name: String) -> UInt64 {
        name.withBytes { bytes in
            var sum = UInt64(truncatingIfNeeded: bytes.count)
            for byte in bytes.prefix(12) { sum = sum &* 31 &+ UInt64(byte) }
            return 1 << (sum & 63)
        }
    }
}
