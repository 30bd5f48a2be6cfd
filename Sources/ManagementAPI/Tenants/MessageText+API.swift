import Domain
import StrictJSON
import WebCore

/// A text as the API reads and writes it.
extension MessageText {
    static let schema = Schema.object(
        [
            ("code", .line(1...codeMaximumLength)), ("language", .language), ("text", .text(1...textMaximumLength)),
        ],
        required: ["code", "language", "text"]
    )

    var json: JSONValue {
        ["code": .string(code), "language": .string(language.description), "text": .string(text)]
    }

    @Sendable static func read(_ fields: inout Fields, _: JSONObject) -> MessageText? {
        let code = fields.text("code", maximum: codeMaximumLength)
        let language: Language? = fields.value("language", orElse: SettingNotation.language.sentence)
        let text = fields.text("text", maximum: textMaximumLength)
        return language.map { MessageText(code: code, language: $0, text: text) }
    }
}
