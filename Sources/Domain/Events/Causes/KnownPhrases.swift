import StrictJSON

/// Fixed phrases of messages, by which libraries tell errors apart that have one domain and no code.
struct KnownPhrases: Sendable {
    /// Shorter ones would be found in other messages.
    private static let minimumBytes = 6

    /// In the order in which they count, in small letters.
    private let phrases: [Phrase]
    /// The places of the phrases by their first four bytes, so that a message is read once.
    private let places: [UInt32: [Int]]

    struct Phrase: Sendable {
        fileprivate let text: [UInt8]
        /// Nil when messages with the phrase belong to another use of the domain.
        let error: KnownError?
    }

    /// - Throws: for a phrase that is short or not of ASCII.
    init(_ rows: [KnownErrors.Message]) throws(EmbeddedTableProblem) {
        var phrases: [Phrase] = []
        for row in rows {
            for phrase in row.phrases {
                guard phrase.utf8.count >= Self.minimumBytes, phrase.utf8.allSatisfy({ $0 < 0x80 }) else {
                    throw EmbeddedTableProblem(phrase, "A phrase has at least \(Self.minimumBytes) bytes of ASCII.")
                }
                phrases.append(Phrase(text: Array(phrase.lowercasedASCII().utf8), error: row.error))
            }
        }
        self.phrases = phrases
        places = Dictionary(grouping: phrases.indices) { place in
            phrases[place].text.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
        }
    }

    /// Returns the first phrase of the table that the message has. Small and capital letters of ASCII are the same.
    func first(in message: String?) -> Phrase? {
        guard let message, !phrases.isEmpty else { return nil }
        let bytes = Array(message.lowercasedASCII().utf8)
        var found = phrases.count
        var start: UInt32 = 0
        for (end, byte) in bytes.enumerated() {
            start = start << 8 | UInt32(byte)
            guard end >= 3, let candidates = places[start] else { continue }
            let rest = bytes[(end - 3)...]
            found = candidates.first { $0 < found && rest.starts(with: phrases[$0].text) } ?? found
        }
        return found < phrases.count ? phrases[found] : nil
    }
}
