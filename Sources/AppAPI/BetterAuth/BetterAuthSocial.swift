import Domain
import Hummingbird
import UseCases
import WebCore

/// The body of `/sign-in/social` and `/link-social`.
struct BetterAuthSocial: Sendable {
    let provider: String
    /// Nil in a browser, which gets the token at Apple's page.
    let apple: AppleSignInRequest?
    let callback: String?
    let errorCallback: String?
    /// An extension of upstream: the password that users with console access need to link Apple.
    let password: String?

    static let inputs = Inputs {
        BetterAuthSocial(
            provider: $0.read(
                .text("provider", "The provider.", maximum: User.nameMaximumLength, schema: .oneOf(["apple"]))
            ),
            apple: $0.read(token),
            callback: $0.read(address("callbackURL", "Where the browser goes after the sign-in.")),
            errorCallback: $0.read(address("errorCallbackURL", "Where the browser goes after an error.")),
            password: $0.read(
                .optionalText(
                    "password",
                    "The current password, which members need to link Apple.",
                    maximum: PasswordRules.lengths.upperBound * 4,
                    schema: .text
                )
            )
        )
    }

    private static let token = Input.members(
        "idToken",
        "The identity token from the app. Without it, the response has the URL of Apple's page.",
        Inputs {
            AppleSignInRequest(
                identityToken: $0.read(
                    .text("token", "Apple's identity token.", maximum: Request.maximumContentBytes, schema: .text)
                ),
                nonce: $0.read(nonce).map { .hashedOrPlain($0) },
                authorizationCode: $0.read(authorizationCode),
                name: $0.read(user) ?? nil
            )
        }
    )
    private static let nonce = Input.optionalText(
        "nonce",
        """
        The text whose SHA-256, in lower-case hexadecimal, was passed to Apple; or what was passed to Apple, unless that \
        is 64 hexadecimal digits.
        """,
        maximum: 1024
    )
    private static let authorizationCode = Input.optionalText(
        "authorizationCode",
        "Apple's authorization code, with which the authorization can be checked and revoked later.",
        maximum: 1024
    )
    private static let user = Input.members(
        "user",
        "The user's name and email as the app got them from Apple; the name is stored if there is none.",
        AppleUser.name
    )

    private static func address(_ name: String, _ summary: String) -> Input<String?> {
        .optionalText(name, summary, maximum: BetterAuthInputs.addressMaximumLength)
    }
}

extension BetterAuthSocial {
    /// - Throws: 404 for a provider other than Apple.
    init(_ request: Request) async throws {
        // Null counts as absent here, because clients send it.
        var fields = Fields(try await request.jsonObject())
        self = fields.read(Self.inputs)
        guard provider.isEmpty || provider == "apple" else { throw WebFailure.unknownProvider }
        try fields.finish(.ignored)
    }
}
