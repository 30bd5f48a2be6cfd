import Domain
import Hummingbird
import StrictJSON

/// What the calls of this dialect send. Fields that we do not know are ignored, as upstream does.
enum BetterAuthBody {
    /// A field that is `null` is not the same as one that is left out.
    private static let nullRule = FieldProblem.Rule.wrongType(expected: "something other than null")
    private static let addressMaximumLength = 2048

    struct SignIn: Sendable {
        let email: String
        let password: String
        let isRemembered: Bool
        /// Where the app wants to go afterwards.
        let callback: String?

        /// `{email, password, rememberMe?, callbackURL?}`
        init(_ request: Request) async throws {
            var fields = try await BetterAuthBody.fields(request)
            (email, password, isRemembered, callback) = fields.credentials()
            try fields.finish(.ignored)
        }
    }

    struct SignUp: Sendable {
        let name: String?
        let email: String
        let password: String
        let isRemembered: Bool

        /// `{name, email, password, image?, rememberMe?, callbackURL?}`
        init(_ request: Request, needsName: Bool) async throws {
            var fields = try await BetterAuthBody.fields(request)
            let name =
                needsName
                ? fields.text("name", maximum: User.nameMaximumLength) : fields.optionalText("name", maximum: User.nameMaximumLength)
            if needsName, let name, !name.isEmpty, name.allSatisfy(\.isWhitespace) { fields.note("name", .missing) }
            self.name = name
            (email, password, isRemembered, _) = fields.credentials()
            _ = fields.optionalText("image", maximum: addressMaximumLength)
            try fields.finish(.ignored)
        }
    }

    /// `{token}` of `/revoke-session`.
    static func token(_ request: Request) async throws -> String {
        var fields = try await fields(request)
        let token = fields.text("token", maximum: 512)
        try fields.finish(.ignored)
        return token
    }

    /// The calls that need nothing take an empty body or any JSON object.
    static func nothing(_ request: Request) async throws {
        var request = request
        let content = try await request.rawContent(upTo: Request.maximumContentBytes)
        guard content.readableBytes > 0 else { return }
        request.body = RequestBody(buffer: content)
        _ = try await request.jsonObject()
    }

    private static func fields(_ request: Request) async throws -> Fields {
        let object = try await request.jsonObject()
        return Fields(object.map { ($0.name, $0.value.isNull ? .unreadable(nullRule) : FieldValue($0.value)) }, notation: .json)
    }
}

extension Fields {
    /// Texts of any length: whether an address or a password is good is for the use case to say.
    fileprivate mutating func credentials() -> (email: String, password: String, isRemembered: Bool, callback: String?) {
        (
            text("email", maximum: Request.maximumContentBytes), text("password", minimum: 0, maximum: Request.maximumContentBytes),
            optionalBool("rememberMe") ?? true, optionalText("callbackURL", maximum: 2048)
        )
    }
}
