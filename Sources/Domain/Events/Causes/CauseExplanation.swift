/// An entry of the catalogue of causes with its texts, in one language.
///
/// In the texts, what a program reads or writes is between backticks.
public struct CauseExplanation: Sendable {
    public let entry: CauseEntry
    /// A sentence without a full stop: `The phone was locked, so the keychain could not be used`.
    public let title: String
    /// Why it happens.
    public let cause: String
    /// What the developer or the administrator does.
    public let action: String
    /// What support says to the user.
    public let support: String

    public init(_ entry: CauseEntry, _ texts: Texts) {
        self.entry = entry
        title = texts(Self.key(entry, .title))
        cause = texts(Self.key(entry, .cause))
        action = texts(Self.key(entry, .action))
        support = texts(Self.key(entry, .support))
    }

    /// - Parameter code: a canonical code, as events have it.
    /// - Returns: nil for a code that the catalogue does not have.
    public init?(of code: String, _ texts: Texts) {
        guard let entry = CauseCatalogue.entry(code) else { return nil }
        self.init(entry, texts)
    }

    enum Part: String, CaseIterable {
        case title, cause, action, support
    }

    /// `causes.keychain.not-found.title`
    static func key(_ entry: CauseEntry, _ part: Part) -> TextKey {
        TextKey("causes.\(entry.code.replacing("_", with: "-")).\(part.rawValue)")
    }
}

extension CauseCatalogue {
    /// Reads the tables of causes and of known errors, and compares the entries with the texts of the area `causes`.
    /// - Throws: the first key that is missing in a language, or that belongs to no entry.
    public static func check(_ catalogue: TextCatalogue) throws(TextCatalogueProblem) {
        _ = KnownErrors.standard
        let expected = Set(
            entries.flatMap { entry in
                CauseExplanation.Part.allCases.map { CauseExplanation.key(entry, $0).description }
            }
        )
        let found = Set(catalogue.keys.filter { $0.hasPrefix("causes.") })
        if let missing = expected.subtracting(found).min() {
            throw TextCatalogueProblem(missing, "The catalogue of causes needs it.")
        }
        if let unknown = found.subtracting(expected).min() {
            throw TextCatalogueProblem(unknown, "The catalogue of causes has no such code.")
        }
    }
}
