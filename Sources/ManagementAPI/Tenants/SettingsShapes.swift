import Domain
import Hummingbird
import StrictJSON
import WebCore

extension ResponseSchema where Value == VersionedSettings {
    static let settings = ResponseSchema(
        "TenantSettings",
        "How users of the tenant sign in, and for how long.",
        [.init("version", Schema.count.with("description", "Counts the changes.")) { .init($0.version) }]
            + TenantSetting.all.map(\.member)
    )
}

extension APIOperation {
    static let settingsOperations: [APIOperation] = [
        APIOperation(
            id: "getTenantSettings",
            tag: .settings,
            summary: "Reads the tenant's settings",
            answers: [
                .ok(
                    "The settings; the default where a setting was never changed.",
                    ResponseSchema<VersionedSettings>.settings.named
                )
            ]
        ),
        APIOperation(
            id: "updateTenantSettings",
            tag: .settings,
            summary: "Changes the tenant's settings",
            details:
                "Omitted settings stay unchanged; a list is replaced as a whole. Applies from the next request on.",
            body: .object("TenantSettingsEdit", SettingsInputs.descriptions),
            answers: [.ok("The settings as they are now.", ResponseSchema<VersionedSettings>.settings.named)],
            conflicts: [.settingsChanged]
        ),
    ]
}

/// A text as the API reads and writes it.
extension MessageText {
    static let schema = Schema.object(
        [("code", .line(1...codeMaximumLength)), ("language", .language), ("text", .text(1...textMaximumLength))],
        required: ["code", "language", "text"]
    )

    var json: JSONValue { ["code": .string(code), "language": .string(language.description), "text": .string(text)] }

    @Sendable static func read(_ fields: inout Fields, _: JSONObject) -> MessageText? {
        let code = fields.text("code", maximum: codeMaximumLength)
        let language: Language? = fields.value("language", orElse: SettingNotation.language.sentence)
        let text = fields.text("text", maximum: textMaximumLength)
        return language.map { MessageText(code: code, language: $0, text: text) }
    }
}
