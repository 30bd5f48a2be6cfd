import ConsoleKit
import Domain
import WebCore

/// The tenant's own message for one code in one language.
struct TypedMessage: SettingsItem {
    static let textArea = "message"
    static let fieldNames = ["code", "language", "text"]

    private(set) var code = ""
    private(set) var language = ""
    private var text = ""
    /// What was typed, when it is valid.
    private var valid: MessageText?

    init() {}

    init(_ message: MessageText) {
        code = message.code
        language = message.language.description
        text = message.text
    }

    var key: [(name: String, value: String)] { [("code", code), ("language", language)] }

    func row(_ texts: Texts) -> SettingsRowText { SettingsRowText(title: code, detail: language, text: text) }

    mutating func readKey(_ fields: inout Fields) {
        code = fields.text("code", maximum: MessageText.codeMaximumLength)
        language =
            fields.value("language", as: Language.self, orElse: SettingNotation.language.sentence)?.description
            ?? fields.typed("language")
    }

    mutating func read(_ fields: inout Fields) {
        readKey(&fields)
        text = fields.text("text", maximum: MessageText.textMaximumLength).replacing("\r\n", with: "\n")
        valid = Language(language).map { MessageText(code: code, language: $0, text: text) }
        if code.isEmpty { code = fields.typed("code") }
        if text.isEmpty { text = fields.typed("text") }
    }

    func parts(_ problems: FormProblems, _ texts: Texts) -> [SettingView] {
        [
            SettingView(
                field: FieldView(
                    "code",
                    Self.text("code.label", texts),
                    value: code,
                    hint: Self.text("code.hint", texts),
                    error: problems["code"],
                    maximumLength: MessageText.codeMaximumLength,
                    isVerbatim: true
                )
            ),
            SettingView(
                field: FieldView(
                    "language",
                    Self.text("language.label", texts),
                    value: language,
                    hint: Self.text("language.hint", texts),
                    error: problems["language"],
                    maximumLength: SettingNotation.language.maximumLength,
                    isVerbatim: true
                )
            ),
            SettingView(
                area: AreaView(
                    "text",
                    Self.text("text.label", texts),
                    value: text,
                    rows: 3,
                    hint: Self.text("text.hint", texts, ["maximum": .number(MessageText.textMaximumLength)]),
                    error: problems["text"]
                )
            ),
        ]
    }

    func put(into settings: inout TenantSettings) {
        guard let valid else { return }
        remove(from: &settings)
        settings.texts.append(valid)
    }

    func remove(from settings: inout TenantSettings) {
        settings.texts.removeAll { $0.code == code && $0.language.description == language }
    }
}
