/// A plural form that both languages have (Unicode CLDR, plural rules for cardinals).
///
/// French has `many` too, for whole millions in words; the console writes numbers in digits, where `other` fits.
enum PluralForm: String, Sendable, Hashable, CaseIterable {
    case one, other

    init(of count: Int, in language: SupportedLanguage) {
        let isOne =
            switch language {
            case .english: count == 1
            case .french: count == 0 || count == 1
            }
        self = isOne ? .one : .other
    }
}
