import ConsoleKit
import Domain
import Foundation
import UseCases
import WebCore

/// What someone types about a tenant's app at Apple; never the key, which is not shown again.
struct AppleSettingsForm {
    static let clientIDsMaximumLength = AppleSettings.maximumClientIDs * (AppleSettings.clientIDMaximumLength + 1)
    static let keyMaximumLength = 4096

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

    /// What tells these settings from those that someone else saves meanwhile.
    static func version(of settings: AppleSettings?) -> Int { Int(settings?.updatedAt.milliseconds ?? 0) }

    mutating func read(_ fields: inout Fields) -> AppleAdministration.Draft {
        let team = fields.text("team_id", maximum: 20)
        let key = fields.text("key_id", maximum: 20)
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

    func parts(_ problems: FormProblems) -> [SettingView] {
        [
            SettingView(
                field: FieldView(
                    "team_id",
                    "Team ID",
                    value: teamID,
                    hint: "10 characters, like A1B2C3D4E5, from your developer account.",
                    error: problems["team_id"],
                    maximumLength: 20,
                    isVerbatim: true
                )
            ),
            SettingView(
                field: FieldView(
                    "key_id",
                    "Key ID",
                    value: keyID,
                    hint: "10 characters, like A1B2C3D4E5: the ID of the private key below.",
                    error: problems["key_id"],
                    maximumLength: 20,
                    isVerbatim: true
                )
            ),
            SettingView(
                area: AreaView(
                    "private_key",
                    "Private key (.p8)",
                    rows: 5,
                    hint: stored == nil
                        ? "Paste the text of the .p8 file from Apple. It is encrypted and can’t be shown again."
                        : "A key is stored. Leave this empty to keep it.",
                    error: problems["private_key"],
                    isRequired: stored == nil,
                    isVerbatim: true
                )
            ),
            SettingView(
                area: AreaView(
                    "client_ids",
                    "Client IDs",
                    value: clientIDs,
                    rows: 3,
                    hint:
                        "Bundle IDs of apps and Services IDs of websites, one per line. Only tokens for one of these are accepted.",
                    error: problems["client_ids"],
                    isVerbatim: true
                )
            ),
            SettingView(
                field: FieldView(
                    "web_client_id",
                    "Services ID for web",
                    value: webClientID,
                    hint:
                        "The Services ID, also listed above, for sign-in in browsers. Leave it empty if you don’t need it.",
                    error: problems["web_client_id"],
                    maximumLength: AppleSettings.clientIDMaximumLength,
                    isRequired: false,
                    isVerbatim: true
                )
            ),
        ]
    }
}
