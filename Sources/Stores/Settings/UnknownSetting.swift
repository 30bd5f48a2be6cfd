/// A stored value of a setting that this program does not know. It is neither ignored nor overwritten: a newer program
/// wrote it.
struct UnknownSetting: Error {
    private static let maximumLength = 60

    let column: String
    let value: String

    /// A sentence for the operator.
    var sentence: String {
        "\(column) holds “\(value.prefix(Self.maximumLength))”, which this program does not know."
    }
}
