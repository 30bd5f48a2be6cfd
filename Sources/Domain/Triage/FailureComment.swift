/// What a member wrote about a failure.
public struct FailureComment: Sendable, Hashable {
    public static let textMaximumLength = 1000
    /// The number of comments on one failure.
    public static let maximumCount = 200

    public let number: Int
    public let at: Timestamp
    public let author: Principal.Kind
    public let text: String

    public init(number: Int, at: Timestamp, author: Principal.Kind, text: String) {
        self.number = number
        self.at = at
        self.author = author
        self.text = text
    }
}
