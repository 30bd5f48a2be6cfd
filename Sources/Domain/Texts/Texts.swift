/// The texts of one language.
///
/// ```swift
/// texts("sessions.title")
/// texts("sessions.end-question", count: 3)
/// texts("users.edit-title", ["name": .text(name)])
/// ```
public struct Texts: Sendable {
    public let language: SupportedLanguage
    let entries: [TextKey: TextEntry]

    /// A key that is not in the catalogue is written as it is: a missing text must not fail the page.
    public func callAsFunction(_ key: TextKey, _ arguments: [String: TextArgument] = [:]) -> String {
        guard let entry = entries[key] else { return missing(key) }
        return entry.pattern(for: .other).filled { value(arguments[$0], $0) }
    }

    /// - Parameter count: selects the plural form, and is the value of the placeholder `count`.
    public func callAsFunction(_ key: TextKey, count: Int, _ arguments: [String: TextArgument] = [:]) -> String {
        guard let entry = entries[key] else { return missing(key) }
        return entry.pattern(for: PluralForm(of: count, in: language)).filled {
            value($0 == "count" ? .number(count) : arguments[$0], $0)
        }
    }

    /// The parts of a text without plural forms, to build a template with it; nil for an unknown key.
    /// - Parameters:
    ///   - literal: converts the text between placeholders.
    ///   - placeholder: converts a placeholder's name.
    public func template(_ key: TextKey, literal: (String) -> String, placeholder: (String) -> String) -> String? {
        guard case .single(let pattern) = entries[key] else { return nil }
        return pattern.parts.map { part in
            switch part {
            case .literal(let text): literal(text)
            case .placeholder(let name): placeholder(name)
            }
        }
        .joined()
    }

    public func has(_ key: TextKey) -> Bool { entries[key] != nil }

    private func missing(_ key: TextKey) -> String {
        assertionFailure("the text \(key) is not in the catalogue")
        return key.description
    }

    private func value(_ argument: TextArgument?, _ name: String) -> String {
        switch argument {
        case .text(let text): return text
        case .number(let number): return NumberText.grouped(number, in: language)
        case .span(let seconds): return SpanText.text(seconds: seconds, self)
        case nil:
            assertionFailure("the placeholder {\(name)} has no value")
            return ""
        }
    }
}

extension Texts {
    /// The items as one phrase: `a`, `a and b`, `a, b and c`.
    public func list(_ items: [String]) -> String {
        guard let last = items.last, items.count > 1 else { return items.first ?? "" }
        return self("common.list", ["items": .text(items.dropLast().joined(separator: ", ")), "last": .text(last)])
    }
}

/// The value of a placeholder in a text.
public enum TextArgument: Sendable, Hashable {
    case text(String)
    /// Written with the separators of the language.
    case number(Int)
    /// A span of time in seconds, written in its largest whole unit.
    case span(seconds: Int)
}

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

/// A span of time in the largest unit of which it is a whole number: `30 days`, `1 hour`.
public enum SpanText {
    private static let units = [("days", 86_400), ("hours", 3600), ("minutes", 60)]

    public static func text(seconds: Int, _ texts: Texts) -> String {
        let (count, unit) = parts(seconds)
        return texts(TextKey("time.span.\(unit)"), count: count)
    }

    public static func english(seconds: Int) -> String {
        let (count, unit) = parts(seconds)
        return "\(count) \(count == 1 ? String(unit.dropLast()) : unit)"
    }

    private static func parts(_ seconds: Int) -> (count: Int, unit: String) {
        for (unit, length) in units where seconds >= length && seconds.isMultiple(of: length) {
            return (seconds / length, unit)
        }
        return (seconds, "seconds")
    }
}

/// Numbers as a language writes them (Unicode CLDR, number symbols).
public enum NumberText {
    private static let narrowNoBreakSpace = "\u{202F}"

    /// `1,024,551`; in French with narrow no-break spaces.
    public static func grouped(_ number: Int, in language: SupportedLanguage) -> String {
        let separator = language == .french ? narrowNoBreakSpace : ","
        let digits = String(number.magnitude)
        var grouped = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { grouped += separator }
            grouped.append(digit)
        }
        return number < 0 ? "−" + grouped : grouped
    }

    /// A number with one decimal place: `1.5`, in French `1,5`.
    public static func decimal(_ tenths: Int, in language: SupportedLanguage) -> String {
        let (whole, rest) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
        let sign = tenths < 0 ? "−" : ""
        return sign + grouped(Int(whole), in: language) + (language == .french ? "," : ".") + "\(rest)"
    }
}
