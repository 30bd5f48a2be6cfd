/// The limits of a JSON text that is parsed.
public struct JSONLimits: Sendable {
    /// The upper bound of `maximumDepth`: the parser recurses once for each level.
    public static let greatestDepth = 256

    /// The nesting of arrays and objects.
    public let maximumDepth: Int
    /// The members of one object.
    public let maximumMembers: Int
    /// The values of the whole text, arrays and objects included.
    public let maximumElements: Int
    /// The size of one string or name, in UTF-8, after its escapes are decoded.
    public let maximumStringBytes: Int
    /// The size of one number as it is written.
    public let maximumNumberBytes: Int

    /// The size of one member name, in UTF-8, after its escapes are decoded.
    public let maximumNameBytes: Int
    /// The combining marks in a row, in one string or name: see `StreamSafeText`.
    public let maximumMarks: Int
    /// Whether a lone half of a surrogate pair is read as U+FFFD: programs write one where they cut a text in the
    /// middle of a pair.
    public let replacesLoneSurrogates: Bool

    public init(
        maximumDepth: Int = 32,
        maximumMembers: Int = 1024,
        maximumElements: Int = 100_000,
        maximumStringBytes: Int = 1024 * 1024,
        maximumNumberBytes: Int = 512,
        maximumNameBytes: Int = 256,
        maximumMarks: Int = StreamSafeText.maximumMarks,
        replacesLoneSurrogates: Bool = false
    ) {
        self.maximumDepth = min(maximumDepth, Self.greatestDepth)
        self.maximumMembers = maximumMembers
        self.maximumElements = maximumElements
        self.maximumStringBytes = maximumStringBytes
        self.maximumNumberBytes = maximumNumberBytes
        self.maximumNameBytes = maximumNameBytes
        self.maximumMarks = maximumMarks
        self.replacesLoneSurrogates = replacesLoneSurrogates
    }

    public static let standard = JSONLimits()
    /// The limits of JSON that this server wrote itself, perhaps before names and marks had a limit.
    public static let stored = JSONLimits(maximumNameBytes: .max, maximumMarks: .max)
}
