import Domain
import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// The request bodies of this dialect. Unknown fields are ignored, as upstream does.
enum BetterAuthBody {
    /// A field that is `null` differs from an absent one.
    private static let nullRule = FieldProblem.Rule.wrongType(expected: .english("something other than null"))
    private static let addressMaximumLength = 2048

    struct SignIn: Sendable {
        let email: String
        let password: String
        let isRemembered: Bool
        /// The address that the app redirects to afterwards.
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
        /// The address that the link in the message leads to.
        let callback: String?

        /// `{name, email, password, image?, rememberMe?, callbackURL?}`
        init(_ request: Request, needsName: Bool) async throws {
            var fields = try await BetterAuthBody.fields(request)
            let name =
                needsName
                ? fields.text("name", maximum: User.nameMaximumLength)
                : fields.optionalText("name", maximum: User.nameMaximumLength)
            if needsName, let name, !name.isEmpty, name.allSatisfy(\.isWhitespace) { fields.record("name", .missing) }
            self.name = name
            (email, password, isRemembered, callback) = fields.credentials()
            _ = fields.optionalText("image", maximum: addressMaximumLength)
            try fields.finish(.ignored)
        }
    }

    /// `{token}` of `/revoke-session`.
    static func token(_ request: Request, named name: String = "token") async throws -> String {
        var fields = try await fields(request)
        let token = fields.text(name, maximum: 512)
        try fields.finish(.ignored)
        return token
    }

    /// Accepts an empty body or any JSON object, for routes without input.
    static func nothing(_ request: Request) async throws {
        var request = request
        let content = try await request.rawContent(upTo: Request.maximumContentBytes)
        guard content.readableBytes > 0 else { return }
        request.body = RequestBody(buffer: content)
        _ = try await request.jsonObject()
    }

    struct Deletion: Sendable {
        let password: String?
        let token: String?
        let callback: String?

        /// `{password?, token?, callbackURL?}`
        init(_ request: Request) async throws {
            var fields = try await BetterAuthBody.fields(request)
            password = fields.optionalText("password", minimum: 1, maximum: Request.maximumContentBytes)
            token = fields.optionalText("token", maximum: 512)
            callback = fields.optionalText("callbackURL", maximum: addressMaximumLength)
            try fields.finish(.ignored)
        }
    }

    /// `{name?, image?, …}` of `/update-user`. Other routes change the email address and permissions.
    static func accountChange(_ request: Request) async throws -> AccountChange {
        let object = try await object(request)
        guard object["email"] == nil else { throw WebFailure.emailNotUpdatable }
        var read = fields(object)
        let name = read.optionalText("name", minimum: 1, maximum: User.nameMaximumLength)
        // Null removes the picture.
        let image = object["image"]?.isNull == true ? nil : read.optionalText("image", maximum: addressMaximumLength)
        if let name { do { _ = try DisplayName.validated(name) } catch { read.record("name", error) } }
        try read.finish(.ignored)
        guard name != nil || object["image"] != nil else {
            throw WebFailure(
                .badRequest,
                "no_fields_to_update",
                title: "There is nothing to change",
                detail: "No fields to update"
            )
        }
        var change = AccountChange()
        var data: JSONObject = [:]
        if object["image"] != nil { data.set("image", to: image.map { .string($0) } ?? .null) }
        change.name = name
        change.data = data
        return change
    }

    /// `{providerId, accountId?}` of `/unlink-account`; nil for an unknown provider.
    static func account(_ request: Request) async throws -> (provider: Identity.Provider?, subject: String?) {
        var fields = try await fields(request)
        let name = fields.text("providerId", maximum: 64)
        let subject = fields.optionalText("accountId", minimum: 1, maximum: 512)
        try fields.finish(.ignored)
        return (BetterAuthLinkedAccount.provider(named: name), subject)
    }

    static func object(_ request: Request) async throws -> JSONObject { try await request.jsonObject() }

    static func fields(_ request: Request) async throws -> Fields { fields(try await object(request)) }

    static func fields(_ object: JSONObject) -> Fields {
        Fields(
            object.map { ($0.name, $0.value.isNull ? .unreadable(nullRule) : FieldValue($0.value)) },
            notation: .json
        )
    }
}

extension Fields {
    /// Reads texts of any length: the use case validates address and password.
    fileprivate mutating func credentials() -> (email: String, password: String, isRemembered: Bool, callback: String?)
    {
        (
            text("email", maximum: Request.maximumContentBytes),
            text("password", minimum: 0, maximum: Request.maximumContentBytes),
            optionalBool("rememberMe") ?? true, optionalText("callbackURL", maximum: 2048)
        )
    }
}
