import Domain
import Hummingbird
import StrictJSON
import UseCases

/// The fields of requests about a tenant's app at Apple.
enum AppleInputs {
    static let teamID = Input.text("team_id", "The team of the developer account.", maximum: 10, schema: .appleIdentifier)
    static let keyID = Input.text("key_id", "Which of the team's keys it is.", maximum: 10, schema: .appleIdentifier)
    static let privateKey = Input<String?>.optionalText(
        "private_key", "The text of the .p8 file, PKCS #8 in PEM. Left out, the key that is there stays, for the same team and key id.",
        minimum: 1, maximum: 4096)
    static let clientIDs = Input<[String]>.texts(
        "client_ids", "Bundle ids and Services IDs: an identity token is good for one of these only.",
        maximumCount: AppleSettings.maximumClientIDs, maximum: AppleSettings.clientIDMaximumLength, item: .appleClientID)
}

extension Schema {
    static let appleIdentifier = Schema(["type": "string", "pattern": "^[A-Z0-9]{10}$"]).example("7F4XK2QW9B")
    static let appleClientID = Schema(["type": "string", "pattern": "^[A-Za-z0-9._-]{1,255}$"]).example("com.example.app")
}

extension AnswerShape where Value == AppleSettings? {
    static let appleSettings = AnswerShape(
        "AppleSettings", "Which app at Apple is the tenant's. The private key is not shown, only what tells it from others.",
        [
            .init("team_id", Schema.appleIdentifier.nullable) { .init($0?.teamID) },
            .init("key_id", Schema.appleIdentifier.nullable) { .init($0?.keyID) },
            .init(
                "key_fingerprint",
                Schema.text.nullable.with("description", "SHA-256 of the key's public half, as 64 hexadecimal digits.")
            ) { .init($0?.keyFingerprint) },
            .init("client_ids", .list(of: .appleClientID)) { .array(($0?.clientIDs ?? []).map { .string($0) }) },
            .init("updated_at", Schema.moment.nullable) { .init($0?.updatedAt) },
        ])
}

extension APIOperation {
    static let appleOperations: [APIOperation] = [
        APIOperation(
            id: "getAppleSettings", tag: .settings, summary: "Reads which app at Apple is the tenant's",
            answers: [.ok("What was set; null and an empty list before.", AnswerShape<AppleSettings?>.appleSettings.named)]),
        APIOperation(
            id: "setAppleSettings", tag: .settings, summary: "Says which app at Apple is the tenant's",
            details: "Replaces all of it but a private key that is left out. Then the method `apple` can be switched on.",
            body: .object(
                "AppleSettingsEdit",
                [
                    AppleInputs.teamID.description, AppleInputs.keyID.description, AppleInputs.privateKey.description,
                    AppleInputs.clientIDs.description,
                ]),
            answers: [.ok("What is set now.", AnswerShape<AppleSettings?>.appleSettings.named)]),
    ]
}

/// A tenant's app at Apple.
struct AppleEndpoints: Sendable {
    let apple: AppleAdministration

    func add(to routes: Routes<APIContext>) {
        routes.get("apple", operation: "getAppleSettings", needs: .readSettings, use: read)
        routes.put("apple", operation: "setAppleSettings", needs: .manageSettings, use: set)
    }

    @Sendable private func read(_ request: Request, context: APIContext) async throws -> Response {
        try await .json(AnswerShape<AppleSettings?>.appleSettings.json(apple.settings(grant: context.grant())))
    }

    @Sendable private func set(_ request: Request, context: APIContext) async throws -> Response {
        let grant = try context.grant(ManageSettings.self)
        var fields = try await request.jsonFields()
        let draft = AppleAdministration.Draft(
            teamID: fields.read(AppleInputs.teamID), keyID: fields.read(AppleInputs.keyID),
            privateKey: fields.read(AppleInputs.privateKey), clientIDs: fields.read(AppleInputs.clientIDs))
        try fields.finish()
        return try await .json(AnswerShape<AppleSettings?>.appleSettings.json(apple.set(draft, grant: grant)))
    }
}
