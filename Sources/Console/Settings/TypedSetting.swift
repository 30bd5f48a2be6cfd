import ConsoleKit
import Domain
import WebCore

/// One setting of a form, as it is stored or as it was typed.
struct TypedSetting: Sendable {
    private enum Typed: Sendable {
        case tick(Bool)
        case chosen(Set<String>)
        case span(TypedSpan)
        case text(String)
        /// A list, which has forms of its own.
        case none
    }

    /// The longest of several words.
    private static let wordMaximumLength = 40

    let setting: TenantSetting
    private var typed: Typed
    private var name: String { setting.fieldName }

    init(_ setting: TenantSetting, _ settings: TenantSettings) {
        self.setting = setting
        typed =
            switch setting.kind {
            case .flag(let access): .tick(access.get(settings))
            case .count(let access, _): .text(String(access.get(settings)))
            case .span(let access, _): .span(TypedSpan(seconds: access.get(settings)))
            case .choice(let access, _): .chosen([access.get(settings)])
            case .choices(let access, _): .chosen(Set(access.get(settings)))
            case .word(let access, _): .text(access.get(settings))
            case .words(let access, _, _): .text(access.get(settings).joined(separator: "\n"))
            case .messages, .attributes: .none
            }
    }

    // MARK: Reading

    /// Takes what was typed, and records what is wrong with it.
    /// - Returns: the change; nil when the value is invalid.
    mutating func read(_ fields: inout Fields) -> SettingEdit? {
        switch setting.kind {
        case .flag(let access):
            let isTicked = fields.bool(name)
            typed = .tick(isTicked)
            return access.edit(isTicked)
        case .count(let access, let range): return readCount(&fields, in: range).flatMap(access.edit)
        case .span(let access, let range): return readSpan(&fields, in: range).flatMap(access.edit)
        case .choice(let access, let options):
            guard let word = fields.oneOf(name, of: options.values) else { return nil }
            typed = .chosen([word])
            return access.edit(word)
        case .choices(let access, let options): return access.edit(readChoices(&fields, of: options.values))
        case .word(let access, let notation):
            typed = .text(fields.typed(name))
            return fields.value(name, orElse: notation.sentence, read: access.edit)
        case .words(let access, let notation, let maximum):
            let edit = access.edit(readWords(&fields, maximum: maximum * (notation.maximumLength + 2)))
            if edit == nil { fields.record(name, .malformed(notation.sentence)) }
            return edit
        case .messages, .attributes: return nil
        }
    }

    private mutating func readCount(_ fields: inout Fields, in range: ClosedRange<Int>) -> Int? {
        let text = fields.typed(name)
        typed = .text(text)
        let count = fields.optionalInteger(name, in: range)
        if count == nil, text.isEmpty { fields.record(name, .missing) }
        return count
    }

    private mutating func readSpan(_ fields: inout Fields, in range: ClosedRange<Int>) -> Int? {
        guard case .span(var span) = typed else { return nil }
        let duration = span.read(name, in: range, &fields)
        typed = .span(span)
        return duration.map { Int($0.components.seconds) }
    }

    /// Returns the words that are known, and records that there are others.
    private mutating func readChoices(_ fields: inout Fields, of values: [String]) -> [String] {
        let words = fields.texts(name, maximumCount: values.count, maximum: Self.wordMaximumLength)
        let chosen = Set(values.filter(words.contains))
        if !chosen.isSuperset(of: words) { fields.record(name, .notOneOf(values)) }
        typed = .chosen(chosen)
        return chosen.sorted()
    }

    private mutating func readWords(_ fields: inout Fields, maximum: Int) -> [String] {
        let text = fields.optionalText(name, maximum: maximum) ?? ""
        typed = .text(fields.typed(name).replacing("\r\n", with: "\n"))
        return text.split(whereSeparator: \.isWhitespace).map(String.init)
    }

    // MARK: Showing

    /// - Returns: nil for a list, which has forms of its own.
    func view(_ problems: FormProblems, _ texts: Texts) -> SettingView? {
        guard setting.field != nil else { return nil }
        let error = problems[name]
        switch typed {
        case .tick(let isTicked):
            return SettingView(
                choices: ChoicesView(
                    name,
                    setting.label(texts),
                    isTicked: isTicked,
                    title: texts(setting.textKey("title")),
                    hint: setting.hint(texts) ?? "",
                    error: error
                )
            )
        case .chosen(let words): return SettingView(choices: choices(words, error, texts))
        case .span(let span):
            let hint = setting.hint(texts) ?? ""
            return SettingView(span: SpanView(name, label: setting.label(texts), span, hint: hint, error: error, texts))
        case .text(let text): return textView(text, error, texts)
        case .none: return nil
        }
    }

    private func choices(_ chosen: Set<String>, _ error: String?, _ texts: Texts) -> ChoicesView? {
        let (kind, options): (ChoicesView.Kind, SettingOptions)
        switch setting.kind {
        case .choice(_, let known): (kind, options) = (.radio, known)
        case .choices(_, let known): (kind, options) = (.checkbox, known)
        default: return nil
        }
        return ChoicesView(
            name,
            setting.label(texts),
            kind: kind,
            items: options.displayed.map {
                ChoiceView(
                    name,
                    value: $0,
                    title: setting.title(ofValue: $0, texts),
                    hint: setting.hint(ofValue: $0, texts),
                    isChecked: chosen.contains($0)
                )
            },
            hint: setting.hint(texts),
            error: error
        )
    }

    private func textView(_ text: String, _ error: String?, _ texts: Texts) -> SettingView? {
        let (label, hint) = (setting.label(texts), setting.hint(texts))
        let maximumLength: Int
        switch setting.kind {
        case .words:
            return SettingView(
                area: AreaView(
                    name,
                    label,
                    value: text,
                    rows: 3,
                    hint: hint,
                    error: error,
                    isRequired: false,
                    isVerbatim: true
                )
            )
        case .count(_, let range): maximumLength = String(range.upperBound).count
        case .word(_, let notation): maximumLength = notation.maximumLength
        default: return nil
        }
        return SettingView(
            field: FieldView(
                name,
                label,
                value: text,
                hint: hint,
                error: error,
                maximumLength: maximumLength,
                isVerbatim: true
            )
        )
    }
}
