/// The limits of a query. They bound its cost before it is evaluated.
public enum QueryLimits {
    /// The size of a typed query, in UTF-8 bytes.
    public static let textBytes = 1000
    /// The size of a query in canonical form, which is longer than what was typed: it names each field in full,
    /// and writes line breaks by their numbers.
    public static let canonicalBytes = 8000
    /// The number of values and texts.
    public static let terms = 50
    /// The depth of parentheses.
    public static let depth = 8
    /// The number of `*` in values; `field:*` does not count.
    public static let wildcards = 20
    /// The number of candidates of a completion.
    public static let candidates = 30
    /// The beginning of a piece of the query that an error repeats, in UTF-8 bytes.
    static let quotedBytes = 40
}
