import Domain

/// Reads texts.
extension Fields {
    /// The limit of enumerated words; longer texts are none of them.
    private static let wordMaximumBytes = 64

    /// Reads a required text.
    /// - Parameter maximum: in Unicode scalars, as `maxLength` of JSON Schema; looking for the boundaries of characters
    ///   takes far longer than the text takes to send.
    package mutating func text(_ name: String, minimum: Int = 1, maximum: Int) -> String {
        guard let value = take(name) else { return missing(name, "") }
        return string(value, name, minimum: minimum, maximum: maximum) ?? ""
    }

    /// Reads a text; nil when it is absent or null.
    /// - Parameter minimum: 0 treats an empty text as absent, 1 as an error.
    package mutating func optionalText(_ name: String, minimum: Int = 0, maximum: Int) -> String? {
        guard let value = take(name), minimum > 0 || !value.isEmptyText else { return nil }
        return string(value, name, minimum: 1, maximum: maximum)
    }

    /// Reads a list of texts; a form repeats the field.
    package mutating func texts(_ name: String, maximumCount: Int, maximum: Int) -> [String] {
        guard let values = takeAll(name) else { return [] }
        guard values.count <= maximumCount else {
            record(
                name,
                .malformed(
                    .localizable(
                        "forms.values-maximum",
                        "Send at most {maximum} values.",
                        ["maximum": .number(maximumCount)]
                    )
                )
            )
            return []
        }
        return values.compactMap { value in
            if case .unreadable(let rule) = value {
                record(name, rule)
                return nil
            }
            return string(value, name, minimum: 1, maximum: maximum)
        }
    }

    /// Reads a required value that is written as text: an id, an address, a name.
    /// - Parameter sentence: says how to write it.
    package mutating func value<Value: LosslessStringConvertible>(
        _ name: String,
        as _: Value.Type = Value.self,
        maximum: Int = 320,
        orElse sentence: LocalizableText
    ) -> Value? {
        value(name, maximum: maximum, orElse: sentence) { Value($0) }
    }

    /// Reads a value that is written as text; nil when it is absent or null.
    package mutating func optionalValue<Value: LosslessStringConvertible>(
        _ name: String,
        as _: Value.Type = Value.self,
        maximum: Int = 320,
        orElse sentence: LocalizableText
    ) -> Value? {
        optionalValue(name, maximum: maximum, orElse: sentence) { Value($0) }
    }

    /// Reads a required value that is written as text and parsed by `read`.
    package mutating func value<Value>(
        _ name: String,
        maximum: Int = 320,
        orElse sentence: LocalizableText,
        read: (String) -> Value?
    ) -> Value? {
        guard let value = take(name), !value.isEmptyText else { return missing(name, nil) }
        return parsed(value, name, maximum: maximum, orElse: sentence, read)
    }

    /// Reads a value that is written as text and parsed by `read`; nil when it is absent or null.
    package mutating func optionalValue<Value>(
        _ name: String,
        maximum: Int = 320,
        orElse sentence: LocalizableText,
        read: (String) -> Value?
    ) -> Value? {
        guard let value = take(name) else { return nil }
        return parsed(value, name, maximum: maximum, orElse: sentence, read)
    }

    /// Reads one of several words.
    package mutating func oneOf(_ name: String, of words: [String]) -> String? {
        guard let value = take(name), !value.isEmptyText else { return missing(name, nil) }
        return word(value, name, of: words)
    }

    /// Reads one of several words; nil when it is absent or null.
    package mutating func optionalOneOf(_ name: String, of words: [String]) -> String? {
        guard let value = take(name) else { return nil }
        return word(value, name, of: words)
    }

    /// Reads one of several words.
    package mutating func oneOf<Choice: RawRepresentable & CaseIterable>(
        _ name: String,
        as _: Choice.Type = Choice.self
    ) -> Choice?
    where Choice.RawValue == String {
        oneOf(name, of: Choice.allCases.map(\.rawValue)).flatMap { Choice(rawValue: $0) }
    }

    /// Reads one of several words; nil when it is absent or null.
    package mutating func optionalOneOf<Choice: RawRepresentable & CaseIterable>(
        _ name: String,
        as _: Choice.Type = Choice.self
    ) -> Choice? where Choice.RawValue == String {
        optionalOneOf(name, of: Choice.allCases.map(\.rawValue)).flatMap { Choice(rawValue: $0) }
    }

    private mutating func parsed<Value>(
        _ value: FieldValue,
        _ name: String,
        maximum: Int,
        orElse sentence: LocalizableText,
        _ read: (String) -> Value?
    ) -> Value? {
        guard let text = string(value, name, minimum: 1, maximum: maximum) else { return nil }
        guard let parsed = read(text) else {
            record(name, .malformed(sentence))
            return nil
        }
        return parsed
    }

    private mutating func word(_ value: FieldValue, _ name: String, of words: [String]) -> String? {
        if case .unreadable = value { return nil }
        if case .text(let text) = value, text.utf8.count <= Self.wordMaximumBytes,
            let word = words.first(where: { $0.utf8.elementsEqual(text.utf8) })
        {
            return word
        }
        record(name, .notOneOf(words))
        return nil
    }

    private mutating func string(_ value: FieldValue, _ name: String, minimum: Int, maximum: Int) -> String? {
        if case .unreadable = value { return nil }
        guard case .text(let text) = value else { return wrongType(name, .aText, nil) }
        guard !text.isEmpty || minimum == 0 else { return missing(name, nil) }
        guard text.hasScalars(atMost: maximum) else {
            record(name, .tooLong(maximum: maximum))
            return nil
        }
        guard text.unicodeScalars.count >= minimum else {
            record(name, .tooShort(minimum: minimum))
            return nil
        }
        // No engine stores U+0000 in a text, and no user types it.
        guard !text.utf8.contains(0) else {
            record(name, .malformed(.localizable("forms.null-character", "Leave out the character U+0000.")))
            return nil
        }
        return text
    }
}

/// Reads numbers and booleans.
extension Fields {
    /// Reads a required integer.
    package mutating func integer(_ name: String, in range: ClosedRange<Int>) -> Int {
        guard let value = take(name) else { return missing(name, range.lowerBound) }
        return whole(value, name, in: range) ?? range.lowerBound
    }

    /// Reads an integer; nil when it is absent or null.
    package mutating func optionalInteger(_ name: String, in range: ClosedRange<Int>) -> Int? {
        guard let value = take(name) else { return nil }
        return whole(value, name, in: range)
    }

    /// Reads a required boolean. In a form an absent field is an unchecked box.
    package mutating func bool(_ name: String) -> Bool {
        guard let value = take(name) else { return notation == .form ? false : missing(name, false) }
        return bool(value, name) ?? false
    }

    /// Reads a boolean; nil when it is absent or null.
    package mutating func optionalBool(_ name: String) -> Bool? {
        guard let value = take(name) else { return nil }
        return bool(value, name)
    }

    private mutating func whole(_ value: FieldValue, _ name: String, in range: ClosedRange<Int>) -> Int? {
        let number: Int?
        switch value {
        case .unreadable: return nil
        case .integer(let integer): number = Int(exactly: integer)
        case .number(let double): number = Int(exactly: double)
        case .text(let text) where notation.isText: number = Self.decimal(text)
        default: number = nil
        }
        guard let number else { return wrongType(name, .aWholeNumber, nil) }
        guard range.contains(number) else {
            record(name, .outOfRange(range))
            return nil
        }
        return number
    }

    /// Parses digits with an optional minus; `Int` alone would accept a plus sign too.
    private static func decimal(_ text: String) -> Int? {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.dropFirst() : text[...]
        guard (1...18).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text)
    }

    private mutating func bool(_ value: FieldValue, _ name: String) -> Bool? {
        switch value {
        case .unreadable: return nil
        case .bool(let bool): return bool
        case .text(let text) where notation.isText && text.utf8.count <= Self.wordMaximumBytes:
            if ["on", "true", "1"].contains(text) { return true }
            if ["false", "0"].contains(text) { return false }
        default: break
        }
        return wrongType(name, .aBoolean, nil)
    }

    private mutating func missing<Value>(_ name: String, _ standIn: Value) -> Value {
        record(name, .missing)
        return standIn
    }

    private mutating func wrongType<Value>(_ name: String, _ expected: LocalizableText, _ standIn: Value) -> Value {
        record(name, .wrongType(expected: expected))
        return standIn
    }
}
