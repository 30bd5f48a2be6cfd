import Domain
import StrictJSON

extension Stage {
    private static let known = Dictionary(uniqueKeysWithValues: allCases.map { (ByteText($0.rawValue), $0) })

    /// Reads a client's name of a stage: in either case, with hyphens or underscores.
    /// - Returns: nil for a stage that this version does not have.
    init?(wire text: String) {
        guard let stage = Self.known[ByteText(text)] ?? Self.known[ByteText(Self.word(text))], stage != .other else {
            return nil
        }
        self = stage
    }

    /// Normalises a word to lower case with hyphens.
    private static func word(_ text: String) -> String {
        String(
            decoding: text.lowercasedASCII().utf8.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : $0 },
            as: UTF8.self
        )
    }
}

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
