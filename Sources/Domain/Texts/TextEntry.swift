/// One text of the catalogue in one language: one pattern, or one for each plural form.
enum TextEntry: Sendable, Hashable {
    case single(TextPattern)
    case plural(one: TextPattern, other: TextPattern)

    func pattern(for form: PluralForm) -> TextPattern {
        switch (self, form) {
        case (.single(let pattern), _), (.plural(let pattern, _), .one), (.plural(_, let pattern), .other): pattern
        }
    }

    /// The placeholders of any form.
    var placeholders: Set<String> {
        switch self {
        case .single(let pattern): pattern.placeholders
        case .plural(let one, let other): one.placeholders.union(other.placeholders)
        }
    }

    var isPlural: Bool {
        guard case .plural = self else { return false }
        return true
    }
}
