import Domain
import Hummingbird
import StrictJSON
import UseCases
import WebCore

extension BetterAuthBody {
    /// The body of `/sign-in/social`.
    struct Social: Sendable {
        /// Nil in a browser, which gets the token at Apple's page.
        let apple: AppleSignInRequest?
        let callback: String?
        let errorCallback: String?
        /// An extension of upstream: the password that users with console access need to link Apple.
        let password: String?

        /// `{provider, idToken: {token, nonce?, user?: {name?: {firstName?, lastName?}}, authorizationCode?}?,
        /// callbackURL?, errorCallbackURL?, …}`
        /// - Throws: 404 for a provider other than Apple.
        init(_ request: Request) async throws {
            let object = try await request.jsonObject()
            var problems: [FieldProblem] = []
            let provider = Self.read("provider", &problems) { () throws(DomainError) in
                try AppleUser.text(object["provider"], "provider")
            }
            if let provider, !provider.isEmpty, provider != "apple" { throw WebFailure.unknownProvider }
            if provider?.isEmpty == true { problems.append(.init(field: "provider", rule: .missing)) }
            let token = Self.optional(&problems) { () throws(DomainError) in
                try AppleUser.object(object["idToken"], "idToken")
            }
            let text = token.flatMap { token in
                Self.read("idToken.token", &problems) { () throws(DomainError) in
                    try AppleUser.text(token["token"], "idToken.token", maximum: Request.maximumContentBytes)
                }
            }
            if text?.isEmpty == true { problems.append(.init(field: "idToken.token", rule: .missing)) }
            callback = Self.optional(&problems) { () throws(DomainError) in
                try AppleUser.text(object["callbackURL"], "callbackURL", maximum: 2048)
            }
            errorCallback = Self.optional(&problems) { () throws(DomainError) in
                try AppleUser.text(object["errorCallbackURL"], "errorCallbackURL", maximum: 2048)
            }
            password = Self.optional(&problems) { () throws(DomainError) in
                try AppleUser.text(object["password"], "password", maximum: PasswordRules.lengths.upperBound * 4)
            }
            let (nonce, code, name) = (
                Self.optional(&problems) { () throws(DomainError) in
                    try AppleUser.text(token?["nonce"], "idToken.nonce", maximum: 1024)
                },
                Self.optional(&problems) { () throws(DomainError) in
                    try AppleUser.text(token?["authorizationCode"], "idToken.authorizationCode", maximum: 1024)
                },
                Self.optional(&problems) { () throws(DomainError) in
                    try AppleUser.name(token?["user"], field: "idToken.user")
                }
            )
            guard problems.isEmpty else { throw DomainError.invalid(problems) }
            apple = text.map {
                AppleSignInRequest(
                    identityToken: $0,
                    nonce: nonce.map { .hashedOrPlain($0) },
                    authorizationCode: code,
                    name: name
                )
            }
        }

        /// Reads a required value; nil after a recorded error.
        private static func read<Value>(
            _ field: String,
            _ problems: inout [FieldProblem],
            _ part: () throws(DomainError) -> Value?
        ) -> Value? {
            let before = problems.count
            let value = optional(&problems, part)
            if value == nil, problems.count == before { problems.append(.init(field: field, rule: .missing)) }
            return value
        }

        private static func optional<Value>(
            _ problems: inout [FieldProblem],
            _ part: () throws(DomainError) -> Value?
        ) -> Value? {
            do throws(DomainError) { return try part() } catch {
                if case .invalid(let found) = error { problems += found }
                return nil
            }
        }
    }
}

extension BetterAuthSchemas {
    static let social: NamedSchema = {
        let name = Schema.object(
            [("firstName", .text(0...User.nameMaximumLength)), ("lastName", .text(0...User.nameMaximumLength))],
            required: []
        )
        .with("additionalProperties", true)
        let user = Schema.object([("name", name)], required: []).with("additionalProperties", true)
        let token = Schema.object(
            [
                ("token", Schema.text.with("description", "Apple's identity token.")),
                (
                    "nonce",
                    Schema.text(0...1024).with(
                        "description",
                        """
                        The text whose SHA-256, in lower-case hexadecimal, was passed to Apple; or what was passed to \
                        Apple, unless that is 64 hexadecimal digits.
                        """
                    )
                ),
                (
                    "authorizationCode",
                    Schema.text(0...1024).with(
                        "description",
                        "Apple's authorization code, with which the authorization can be checked and revoked later."
                    )
                ),
                (
                    "user",
                    user.with(
                        "description",
                        "The user's name and email as the app got them from Apple; the name is stored if there is none."
                    )
                ),
            ],
            required: ["token"]
        ).with("additionalProperties", true)
        let schema = Schema.object(
            [
                ("provider", Schema.oneOf(["apple"])),
                (
                    "idToken",
                    token.with(
                        "description",
                        "The identity token from the app. Without it, the response has the URL of Apple's page."
                    )
                ),
                ("callbackURL", .text(0...2048)), ("errorCallbackURL", .text(0...2048)),
                (
                    "password",
                    Schema.text.with("description", "The current password, which members need to link Apple.")
                ),
            ],
            required: ["provider"]
        )
        return NamedSchema(name: "BetterAuthSocialSignIn", schema: schema.with("additionalProperties", true))
    }()
}
