import Domain
import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// The fields of requests about a tenant's app at Apple.
enum AppleInputs {
    static let teamID = Input.text(
        "team_id",
        "The team of the developer account.",
        maximum: 10,
        schema: .appleIdentifier
    )
    static let keyID = Input.text("key_id", "Which of the team's keys it is.", maximum: 10, schema: .appleIdentifier)
    static let privateKey = Input<String?>.optionalText(
        "private_key",
        "The text of the .p8 file, PKCS #8 in PEM. When omitted, the stored key of the same team and key id is kept.",
        minimum: 1,
        maximum: 4096
    )
    static let clientIDs = Input<[String]>.texts(
        "client_ids",
        "Bundle IDs and Services IDs: only identity tokens for one of these are accepted.",
        maximumCount: AppleSettings.maximumClientIDs,
        maximum: AppleSettings.clientIDMaximumLength,
        item: .appleClientID
    )
    static let webClientID = Input<String?>.optionalText(
        "web_client_id",
        "The Services ID among `client_ids` that is used for web sign-in.",
        minimum: 1,
        maximum: AppleSettings.clientIDMaximumLength
    )
    static let redirectURI = Input<String?>(
        .init(
            "redirect_uri",
            Schema.text(1...redirectMaximumLength).with("pattern", "^[!-~]*$"),
            "A return URL of web sign-in, to test whether it is registered at Apple. ASCII, as every URI (RFC 3986)."
        )
    ) { fields in
        fields.optionalValue(
            "redirect_uri",
            maximum: redirectMaximumLength,
            orElse: .english("Write a URL in ASCII, as it is registered at Apple.")
        ) { text in text.utf8.allSatisfy { (0x21...0x7E).contains($0) } ? text : nil }
    }
    private static let redirectMaximumLength = 2048

    static let draft = Inputs { reader in
        AppleAdministration.Draft(
            teamID: reader.read(teamID),
            keyID: reader.read(keyID),
            privateKey: reader.read(privateKey),
            clientIDs: reader.read(clientIDs),
            webClientID: reader.read(webClientID)
        )
    }
    static let check = Inputs { $0.read(redirectURI) }
}
