/// A fault in the files of the text catalogue. It stops the start.
public struct TextCatalogueProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file or the key.
    public let subject: String
    public let reason: String

    public init(_ subject: String, _ reason: String) {
        self.subject = subject
        self.reason = reason
    }

    public var description: String { "Texts, \(subject): \(reason)" }
}
