import Domain
import StrictJSON

extension Outcome {
    private static let known: [ByteText: Outcome] = Dictionary(
        uniqueKeysWithValues: allCases.map { (ByteText($0.rawValue), $0) } + [
            ("canceled", .cancelled), ("failure", .failed),
        ]
    )

    /// Reads a client's word for an outcome, in either case.
    init?(wire text: String) {
        guard let outcome = Self.known[ByteText(text.lowercasedASCII())] else { return nil }
        self = outcome
    }
}
