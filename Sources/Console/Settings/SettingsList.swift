import ConsoleKit
import Domain
import WebCore

/// Settings that are a list: one is put in or taken out at a time.
protocol SettingsList: Sendable {
    /// One of the list as someone types it.
    associatedtype Typed: SettingsItem

    static var page: SettingsPage { get }
    /// Of what the list is, above its columns.
    static var columns: (first: String, second: String) { get }
    static var empty: EmptyView { get }

    static func finding(_ settings: TenantSettings) -> String
    static func items(_ settings: TenantSettings) -> [Typed]
}

/// One row of such a list.
protocol SettingsItem: Sendable {
    static var nouns: (add: String, edit: String) { get }
    /// What tells it from the others: the names of fields, and their values.
    var key: [(name: String, value: String)] { get }
    var row: (title: String, detail: String, text: String) { get }

    /// An empty one.
    init()
    mutating func read(_ fields: inout Fields)
    /// Only what tells it from the others.
    mutating func readKey(_ fields: inout Fields)
    func parts(_ problems: FormProblems) -> [SettingView]
    /// Puts it in, in the place of one with the same key.
    func put(into settings: inout TenantSettings)
    func remove(from settings: inout TenantSettings)
}

// MARK: Texts

enum SettingsTexts: SettingsList {
    static let page = SettingsPage.texts
    static let columns: (first: String, second: String) = ("Code", "Message")
    static let empty = EmptyView(
        "No custom error messages",
        "Add the message that users see for an error code, in each language of your app."
    )

    static func finding(_ settings: TenantSettings) -> String {
        let languages = Set(settings.texts.map(\.language)).count
        let what =
            "\(CountText.of(settings.texts.count, "message", "messages")) of at most \(TenantSettings.maximumTexts)"
        let place = settings.texts.isEmpty ? "" : " in \(CountText.of(languages, "language", "languages"))"
        return "Your own messages by error code and language: \(what)\(place)."
    }

    static func items(_ settings: TenantSettings) -> [TypedText] {
        settings.texts.map(TypedText.init).sorted { ($0.code, $0.language) < ($1.code, $1.language) }
    }
}

struct TypedText: SettingsItem {
    static let nouns: (add: String, edit: String) = ("Add message", "Edit message")

    fileprivate(set) var code = ""
    fileprivate(set) var language = ""
    private var text = ""
    private var meant: MessageText?

    init() {}

    fileprivate init(_ text: MessageText) {
        code = text.code
        language = text.language.description
        self.text = text.text
    }

    var key: [(name: String, value: String)] { [("code", code), ("language", language)] }
    var row: (title: String, detail: String, text: String) { (code, language, text) }

    mutating func readKey(_ fields: inout Fields) {
        code = fields.text("code", maximum: MessageText.codeMaximumLength)
        language =
            fields.value("language", as: Language.self, orElse: "Enter a language like fr or fr-CA.")?.description
            ?? fields.typed("language")
    }

    mutating func read(_ fields: inout Fields) {
        readKey(&fields)
        text = fields.text("text", maximum: MessageText.textMaximumLength).replacing("\r\n", with: "\n")
        meant = Language(language).map { MessageText(code: code, language: $0, text: text) }
        if code.isEmpty { code = fields.typed("code") }
        if text.isEmpty { text = fields.typed("text") }
    }

    func parts(_ problems: FormProblems) -> [SettingView] {
        [
            SettingView(
                field: FieldView(
                    "code",
                    "Code",
                    value: code,
                    hint: "The code in events and API responses, like pwd.invalid or invalid_credentials.",
                    error: problems["code"],
                    maximumLength: MessageText.codeMaximumLength,
                    isVerbatim: true
                )
            ),
            SettingView(
                field: FieldView(
                    "language",
                    "Language",
                    value: language,
                    hint: "Like fr, or fr-CA for one country.",
                    error: problems["language"],
                    maximumLength: 6,
                    isVerbatim: true
                )
            ),
            SettingView(
                area: AreaView(
                    "text",
                    "Message",
                    value: text,
                    rows: 3,
                    hint: "At most \(MessageText.textMaximumLength) characters.",
                    error: problems["text"]
                )
            ),
        ]
    }

    func put(into settings: inout TenantSettings) {
        guard let meant else { return }
        remove(from: &settings)
        settings.texts.append(meant)
    }

    func remove(from settings: inout TenantSettings) {
        settings.texts.removeAll { $0.code == code && $0.language.description == language }
    }
}

// MARK: Attributes of new people

enum SettingsAttributes: SettingsList {
    static let page = SettingsPage.newPeople
    static let columns: (first: String, second: String) = ("Attribute", "Value")
    static let empty = EmptyView(
        "No default metadata",
        "An attribute is a value that your app reads, like trial_ends_at: 7 days after sign-up."
    )

    static func finding(_ settings: TenantSettings) -> String {
        let count = settings.defaultAttributes.count
        let what = CountText.of(count, "attribute", "attributes")
        return "New users get \(what) in app_metadata. Existing users don’t change."
    }

    static func items(_ settings: TenantSettings) -> [TypedAttribute] {
        settings.defaultAttributes.map(TypedAttribute.init)
    }
}

struct TypedAttribute: SettingsItem {
    static let nouns: (add: String, edit: String) = ("Add attribute", "Edit attribute")

    enum Kind: String, CaseIterable, Sendable {
        case text, number, truth, after

        var words: String {
            switch self {
            case .text: "Text"
            case .number: "Whole number"
            case .truth: "True or false"
            case .after: "Time after sign-up"
            }
        }
    }

    private var name = ""
    private var kind = Kind.text
    private var value = ""
    private var meant: DefaultAttribute?

    init() {}

    fileprivate init(_ attribute: DefaultAttribute) {
        name = attribute.name
        switch attribute.value {
        case .text(let text): (kind, value) = (.text, text)
        case .integer(let number): (kind, value) = (.number, String(number))
        case .truth(let truth): (kind, value) = (.truth, String(truth))
        case .after(let span): (kind, value) = (.after, TypedSpan.words(span))
        }
    }

    var key: [(name: String, value: String)] { [("name", name)] }

    var row: (title: String, detail: String, text: String) {
        (name, kind.words.lowercased(), kind == .after ? "\(value) after sign-up" : value)
    }

    mutating func readKey(_ fields: inout Fields) {
        name = fields.text("name", maximum: DefaultAttribute.nameMaximumLength)
    }

    mutating func read(_ fields: inout Fields) {
        readKey(&fields)
        if DefaultAttribute.reservedNames.contains(name) {
            fields.record("name", .malformed("Gatehouse writes this attribute itself. Choose another name."))
        }
        if let chosen = fields.oneOf("kind", as: Kind.self) { kind = chosen }
        let text = fields.text("value", minimum: kind == .text ? 0 : 1, maximum: DefaultAttribute.textMaximumLength)
        if name.isEmpty { name = fields.typed("name") }
        value = text.isEmpty ? fields.typed("value") : text
        guard !text.isEmpty || kind == .text else { return }
        guard let known = Self.value(text, kind) else { return fields.record("value", .malformed(Self.sentence(kind))) }
        meant = DefaultAttribute(name: name, value: known)
    }

    private static func value(_ text: String, _ kind: Kind) -> DefaultAttribute.Value? {
        switch kind {
        case .text: .text(text)
        case .number: Int64(text).flatMap { $0.magnitude <= 1 << 53 ? .integer($0) : nil }
        case .truth: Bool(text).map { .truth($0) }
        case .after: span(text).map { .after(.seconds($0)) }
        }
    }

    /// `7 days`, `1 hour`.
    private static func span(_ text: String) -> Int? {
        let parts = text.split(separator: " ")
        guard parts.count == 2, let count = Int(parts[0]), count >= 0,
            let unit = SpanUnit.allCases.first(where: { $0.rawValue == parts[1] || $0.rawValue.dropLast() == parts[1] })
        else { return nil }
        let (seconds, overflows) = count.multipliedReportingOverflow(by: unit.seconds)
        return overflows || !DefaultAttribute.afterSeconds.contains(seconds) ? nil : seconds
    }

    private static func sentence(_ kind: Kind) -> String {
        switch kind {
        case .text: "Enter text."
        case .number: "Enter a whole number, like 3."
        case .truth: "Enter true or false."
        case .after: "Enter a number and a unit, like 7 days or 12 hours; ten years at most."
        }
    }

    func parts(_ problems: FormProblems) -> [SettingView] {
        [
            SettingView(
                field: FieldView(
                    "name",
                    "Name",
                    value: name,
                    hint: "The key that your app reads, like trial_ends_at.",
                    error: problems["name"],
                    maximumLength: DefaultAttribute.nameMaximumLength,
                    isVerbatim: true
                )
            ),
            SettingView(
                select: SelectView(
                    "kind",
                    "Type",
                    options: Kind.allCases.map {
                        OptionView(value: $0.rawValue, label: $0.words, isSelected: $0 == kind)
                    },
                    error: problems["kind"]
                )
            ),
            SettingView(
                field: FieldView(
                    "value",
                    "Value",
                    value: value,
                    hint: "Must match the type, like gold, 3, true or 7 days.",
                    error: problems["value"],
                    maximumLength: DefaultAttribute.textMaximumLength,
                    isRequired: false
                )
            ),
        ]
    }

    func put(into settings: inout TenantSettings) {
        guard let meant else { return }
        if let place = settings.defaultAttributes.firstIndex(where: { $0.name == name }) {
            settings.defaultAttributes[place] = meant
        } else {
            settings.defaultAttributes.append(meant)
        }
    }

    func remove(from settings: inout TenantSettings) { settings.defaultAttributes.removeAll { $0.name == name } }
}
