/// How much of a JSON text is read before it is refused.
public struct JSONLimits: Sendable {
    /// The reader calls itself once for each level, so no setting goes beyond this.
    public static let greatestDepth = 256

    /// Of arrays and objects within each other.
    public let maximumDepth: Int
    /// Of one object.
    public let maximumMembers: Int
    /// Of the whole text: every value counts, arrays and objects too.
    public let maximumElements: Int
    /// Of one text or name, in UTF-8, after its escapes are read.
    public let maximumStringBytes: Int
    /// Of one number as it is written.
    public let maximumNumberBytes: Int

    /// Of the name of one member, in UTF-8, after its escapes are read.
    public let maximumNameBytes: Int
    /// Combining marks in a row, in one text or name: see `StreamSafeText`.
    public let maximumMarks: Int

    public init(
        maximumDepth: Int = 32,
        maximumMembers: Int = 1024,
        maximumElements: Int = 100_000,
        maximumStringBytes: Int = 1024 * 1024,
        maximumNumberBytes: Int = 512,
        maximumNameBytes: Int = 256,
        maximumMarks: Int = StreamSafeText.maximumMarks
    ) {
        self.maximumDepth = min(maximumDepth, Self.greatestDepth)
        self.maximumMembers = maximumMembers
        self.maximumElements = maximumElements
        self.maximumStringBytes = maximumStringBytes
        self.maximumNumberBytes = maximumNumberBytes
        self.maximumNameBytes = maximumNameBytes
        self.maximumMarks = maximumMarks
    }

    public static let standard = JSONLimits()
    /// Of what this server wrote itself, perhaps before names and marks had a limit.
    public static let stored = JSONLimits(maximumNameBytes: .max, maximumMarks: .max)
}
