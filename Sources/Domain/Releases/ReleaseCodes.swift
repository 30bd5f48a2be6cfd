import StrictJSON

/// The canonical codes that came with a release, and those that went.
public struct ReleaseCodes: Sendable, Hashable {
    /// A number of events with a code.
    public struct Count: Sendable, Hashable {
        public let code: String
        public let count: Int

        public init(code: String, count: Int) {
            self.code = code
            self.count = count
        }
    }

    /// Fewer events of a code before say nothing about its absence.
    public static let fewest = 5

    /// First seen in this release, the most frequent first.
    public let new: [Count]
    /// Counted in the release before at the same age, and not in this one; with the counts of before.
    public let gone: [Count]

    /// - Parameters:
    ///   - counts: the events of the release by code.
    ///   - firstSeenHere: the codes that no earlier release had.
    ///   - former: the events of the release before, at the same age.
    public init(counts: [Count], firstSeenHere: Set<ByteText>, former: [Count]) {
        let present = Set(counts.filter { $0.count > 0 }.map { ByteText($0.code) })
        new = Self.sorted(counts.filter { $0.count > 0 && firstSeenHere.contains(ByteText($0.code)) })
        gone = Self.sorted(former.filter { $0.count >= Self.fewest && !present.contains(ByteText($0.code)) })
    }

    private static func sorted(_ counts: [Count]) -> [Count] {
        counts.sorted { ($1.count, ByteText($0.code)) < ($0.count, ByteText($1.code)) }
    }
}
