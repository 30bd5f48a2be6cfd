/// The value of a placeholder in a text.
public enum TextArgument: Sendable, Hashable {
    case text(String)
    /// Written with the separators of the language.
    case number(Int)
}
