import Domain
import StrictJSON
import WebCore

/// The bodies and responses of the account routes.
extension BetterAuthSchemas {
    static let accountChange = open(
        "BetterAuthAccountChange",
        [
            InputDescription("name", .text(1...User.nameMaximumLength), "What people see."),
            InputDescription("image", Schema.text(0...2048).nullable, "The address of a picture; null takes it away."),
        ]
    )
    static let deletion = open(
        "BetterAuthDeletion",
        [
            InputDescription("password", .text(1...4096), "Shows that it is still the same person."),
            InputDescription("token", .text(0...512), "Of a link; none is sent."),
            InputDescription(
                "callbackURL",
                .text(0...2048),
                "Where a browser goes next: a path, or an address of the app's own host name."
            ),
        ]
    )
    static let deleted = NamedSchema(
        name: "BetterAuthDeleted",
        schema: .object(
            [("success", Schema.bool.with("const", true)), ("message", .oneOf(["User deleted"]))],
            required: ["success", "message"]
        )
    )
    static let accounts = NamedSchema(
        name: "BetterAuthAccounts",
        schema: .list(of: .named("BetterAuthAccount")),
        uses: [ResponseSchema<BetterAuthLinkedAccount>.betterAuthAccount.named]
    )
    static let account = open(
        "BetterAuthAccountChoice",
        [
            InputDescription("providerId", Schema.text(1...64).example("apple"), isRequired: true, "Which provider."),
            InputDescription("accountId", .text(1...512), "What the provider calls the person."),
        ]
    )
}
