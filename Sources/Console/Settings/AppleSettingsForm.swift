import ConsoleKit
import Domain
import UseCases
import WebCore

/// The typed settings of a tenant's app at Apple; never the key, which is not shown again.
struct AppleSettingsForm {
    static let clientIDsMaximumLength = AppleSettings.maximumClientIDs * (AppleSettings.clientIDMaximumLength + 1)
    static let keyMaximumLength = 4096
    /// An identifier has ten characters; longer ones are kept in the form, to be corrected.
    private static let identifierMaximumLength = 20

    private var teamID = ""
    private var keyID = ""
    private var clientIDs = ""
    private var webClientID = ""
    private let stored: AppleSettings?

    init(_ stored: AppleSettings?) {
        self.stored = stored
        teamID = stored?.teamID ?? ""
        keyID = stored?.keyID ?? ""
        clientIDs = stored?.clientIDs.joined(separator: "\n") ?? ""
        webClientID = stored?.webClientID ?? ""
    }

    /// Distinguishes these settings from those that another member saves meanwhile.
    static func version(of settings: AppleSettings?) -> Int { Int(settings?.updatedAt.milliseconds ?? 0) }

    mutating func read(_ fields: inout Fields) -> AppleAdministration.Draft {
        let team = fields.text("team_id", maximum: Self.identifierMaximumLength)
        let key = fields.text("key_id", maximum: Self.identifierMaximumLength)
        let ids = fields.text("client_ids", maximum: Self.clientIDsMaximumLength)
        let web = fields.optionalText("web_client_id", maximum: AppleSettings.clientIDMaximumLength)
        let privateKey = fields.optionalText("private_key", maximum: Self.keyMaximumLength)
        teamID = fields.typed("team_id")
        keyID = fields.typed("key_id")
        webClientID = fields.typed("web_client_id")
        clientIDs = fields.typed("client_ids").replacing("\r\n", with: "\n")
        return AppleAdministration.Draft(
            teamID: team.trimming(" \t"),
            keyID: key.trimming(" \t"),
            privateKey: privateKey.map { $0.replacing("\r\n", with: "\n") },
            clientIDs: ids.split { $0.isWhitespace || $0 == "," }.map(String.init),
            webClientID: web?.trimming(" \t")
        )
    }

    /// The labels of the fields by their names.
    static func labels(_ texts: Texts) -> [String: String] {
        let names = ["team_id", "key_id", "private_key", "client_ids", "web_client_id"]
        return Dictionary(uniqueKeysWithValues: names.map { ($0, text($0, "label", texts)) })
    }

    private static func text(_ field: String, _ part: String, _ texts: Texts) -> String {
        texts(TextKey("settings.apple.\(field.asKeyPart).\(part)"))
    }

    func parts(_ problems: FormProblems, _ texts: Texts) -> [SettingView] {
        [
            identifier("team_id", teamID, problems, texts),
            identifier("key_id", keyID, problems, texts),
            SettingView(
                area: AreaView(
                    "private_key",
                    Self.text("private_key", "label", texts),
                    rows: 5,
                    hint: Self.text("private_key", stored == nil ? "hint" : "hint-stored", texts),
                    error: problems["private_key"],
                    isRequired: stored == nil,
                    isVerbatim: true
                )
            ),
            SettingView(
                area: AreaView(
                    "client_ids",
                    Self.text("client_ids", "label", texts),
                    value: clientIDs,
                    rows: 3,
                    hint: Self.text("client_ids", "hint", texts),
                    error: problems["client_ids"],
                    isVerbatim: true
                )
            ),
            SettingView(
                field: FieldView(
                    "web_client_id",
                    Self.text("web_client_id", "label", texts),
                    value: webClientID,
                    hint: Self.text("web_client_id", "hint", texts),
                    error: problems["web_client_id"],
                    maximumLength: AppleSettings.clientIDMaximumLength,
                    isRequired: false,
                    isVerbatim: true
                )
            ),
        ]
    }

    private func identifier(_ name: String, _ value: String, _ problems: FormProblems, _ texts: Texts) -> SettingView {
        SettingView(
            field: FieldView(
                name,
                Self.text(name, "label", texts),
                value: value,
                hint: Self.text(name, "hint", texts),
                error: problems[name],
                maximumLength: Self.identifierMaximumLength,
                isVerbatim: true
            )
        )
    }
}
