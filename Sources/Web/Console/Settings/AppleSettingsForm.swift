import Domain
import Foundation
import UseCases

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
                    "Team id",
                    value: teamID,
                    hint: "Ten capitals and digits, from the developer account.",
                    error: problems["team_id"],
                    maximumLength: 20,
                    isVerbatim: true
                )
            ),
            SettingView(
                field: FieldView(
                    "key_id",
                    "Key id",
                    value: keyID,
                    hint: "Which of the team’s keys it is: ten capitals and digits.",
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
                        ? "The text of the file that Apple gave you. It is sealed, and never shown again."
                        : "A key is kept, and never shown. Leave this empty to go on with it.",
                    error: problems["private_key"],
                    isRequired: stored == nil,
                    isVerbatim: true
                )
            ),
            SettingView(
                area: AreaView(
                    "client_ids",
                    "Client ids",
                    value: clientIDs,
                    rows: 3,
                    hint:
                        "Bundle ids of apps and Services IDs of web sites, one a line. Only tokens for one of these are taken.",
                    error: problems["client_ids"],
                    isVerbatim: true
                )
            ),
            SettingView(
                field: FieldView(
                    "web_client_id",
                    "For browsers",
                    value: webClientID,
                    hint:
                        "The Services ID among them that signs people in by Apple’s page. Leave it empty without such a page.",
                    error: problems["web_client_id"],
                    maximumLength: AppleSettings.clientIDMaximumLength,
                    isRequired: false,
                    isVerbatim: true
                )
            ),
        ]
    }
}
