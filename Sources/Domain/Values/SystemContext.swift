import Foundation

/// Supplies ids, the time and random bytes as values, so that a test can choose them.
public struct SystemContext: Sendable {
    public let now: @Sendable () -> Timestamp
    /// The machine's own clock, which may be set back: for values that clients compute by their clocks, such as TOTP
    /// codes.
    public let wall: @Sendable () -> Timestamp
    public let random: @Sendable (_ count: Int) -> [UInt8]

    /// - Parameter wall: the machine's clock; nil when it equals `now`.
    public init(
        now: @escaping @Sendable () -> Timestamp,
        wall: (@Sendable () -> Timestamp)? = nil,
        random: @escaping @Sendable (_ count: Int) -> [UInt8]
    ) {
        self.now = now
        self.wall = wall ?? now
        self.random = random
    }

    /// The wall clock and the system's secure random numbers.
    public static let system = SystemContext(
        now: { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) },
        random: { count in
            // Eight bytes are drawn at a time: each number is a system call.
            var generator = SystemRandomNumberGenerator()
            var bytes = [UInt8]()
            bytes.reserveCapacity(count + 7)
            while bytes.count < count { withUnsafeBytes(of: generator.next()) { bytes.append(contentsOf: $0) } }
            return Array(bytes.prefix(count))
        }
    )

    /// Returns a new time-ordered id; of `time` when it identifies something that began earlier.
    public func newID<Subject>(of _: Subject.Type = Subject.self, at time: Timestamp? = nil) -> Identifier<Subject> {
        let bytes = random(16)
        let words = stride(from: 0, to: 16, by: 8).map { start in
            bytes[start..<start + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        }
        return Identifier(.version7(at: time ?? now(), random: (words[0], words[1])))
    }
}
