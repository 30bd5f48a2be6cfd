/// The value of a placeholder in a text.
public enum TextArgument: Sendable, Hashable {
    case text(String)
    /// Written with the separators of the language.
    case number(Int)
    /// A span of time in seconds, written in its largest whole unit.
    case span(seconds: Int)
}
