import Domain
import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// The request bodies of this dialect. Unknown fields have no effect; a field with the wrong type is rejected.
enum GoTrueBody {
    static let maximumBytes = 1 << 20
    private static let textMaximum = 4096

    struct Credentials: Sendable {
        let email: String
        let password: String

        /// `{email, password, gotrue_meta_security?}`
        init(_ object: JSONObject) throws {
            try GoTrueBody.rejectPhone(object)
            var fields = Fields(object)
            email = fields.text("email", maximum: textMaximum)
            password = fields.text("password", minimum: 0, maximum: textMaximum)
            try fields.finish(.ignored)
        }
    }

    struct SignUp: Sendable {
        /// Nil for an anonymous sign-up.
        let credentials: Credentials?
        let data: UserAttributes

        /// `{email?, password?, data?, gotrue_meta_security?, …}`
        init(_ object: JSONObject) throws {
            try GoTrueBody.rejectPhone(object)
            let names = ["email", "password"].filter { object[$0] != nil }
            credentials = names.isEmpty ? nil : try Credentials(object)
            data = try GoTrueBody.attributes(object, "data") ?? .none
        }
    }

    struct UserUpdate: Sendable {
        let change: AccountChange
        /// The PKCE challenge for the link to a new address; the app keeps the verifier.
        let challenge: ProofKeyChallenge?

        /// `{email?, password?, current_password?, nonce?, data?, code_challenge?, code_challenge_method?, …}`
        init(_ object: JSONObject) throws {
            try GoTrueBody.rejectPhone(object)
            var fields = try GoTrueBody.fields(object, withoutNull: ["email", "password", "current_password"])
            let email = fields.optionalText("email", minimum: 1, maximum: textMaximum)
            let password = fields.optionalText("password", minimum: 1, maximum: textMaximum)
            let current = fields.optionalText("current_password", minimum: 1, maximum: textMaximum)
            let nonce = fields.optionalText("nonce", maximum: 40)
            let challenge = fields.optionalText("code_challenge", maximum: 200)
            let method = fields.optionalText("code_challenge_method", maximum: 10)
            try fields.finish(.ignored)
            let data = try GoTrueBody.object(object, "data")
            var change = AccountChange(email: email, password: password, currentPassword: current, data: data)
            change.nonce = nonce
            self.change = change
            self.challenge = try GoTrueBody.challenge(challenge, method)
        }
    }

    /// `{refresh_token}`
    static func refreshToken(_ object: JSONObject) throws -> String {
        var fields = Fields(object)
        let token = fields.text("refresh_token", maximum: textMaximum)
        try fields.finish(.ignored)
        return token
    }

    /// The JSON object of a body, whatever its media type; no body is an empty object where `isOptional`.
    static func object(_ request: Request, isOptional: Bool = false) async throws -> JSONObject {
        guard request.headers[.contentEncoding].map({ $0.matchesIgnoringASCIICase("identity") }) ?? true else {
            throw WebFailure.unsupportedEncoding
        }
        let content = try await request.rawContent(upTo: maximumBytes)
        if isOptional, content.readableBytes == 0 { return [:] }
        let value: JSONValue
        do { value = try JSONValue(parsing: content.readableBytesView) } catch {
            throw WebFailure.malformedRequest(.english("The body is not JSON. \(error.sentence)"))
        }
        guard let object = value.objectValue else {
            throw WebFailure.malformedRequest(.english("The body must be a JSON object."))
        }
        return object
    }

    /// Reads a member that is an object; nil when it is absent.
    static func object(_ object: JSONObject, _ name: String) throws -> JSONObject? {
        guard let value = object[name], !value.isNull else { return nil }
        guard let members = value.objectValue else {
            throw DomainError.invalid(name, .wrongType(expected: .english("an object")))
        }
        return members
    }

    static func attributes(_ object: JSONObject, _ name: String) throws -> UserAttributes? {
        guard let members = try self.object(object, name) else { return nil }
        do { return try UserAttributes(members) } catch { throw DomainError.invalid(name, error) }
    }

    static func fields(_ object: JSONObject, withoutNull names: [String]) throws -> Fields {
        let nulls = names.filter { object[$0]?.isNull ?? false }
        guard nulls.isEmpty else {
            throw DomainError.invalid(
                nulls.map { FieldProblem(field: $0, rule: .wrongType(expected: .english("something other than null"))) }
            )
        }
        return Fields(object)
    }

    /// - Parameter text: nil, or empty as some SDKs send it, when the app keeps no verifier.
    static func challenge(_ text: String?, _ method: String?) throws -> ProofKeyChallenge? {
        guard let text, !text.isEmpty else { return nil }
        guard let challenge = ProofKeyChallenge(text, method: method) else {
            throw WebFailure.goTrueInvalid(
                "code_challenge must be 43 to 128 characters, code_challenge_method s256 or plain."
            )
        }
        return challenge
    }

    static func rejectPhone(_ object: JSONObject) throws {
        guard let phone = object["phone"], phone != .null, phone != "" else { return }
        throw WebFailure.goTrue(
            .badRequest,
            "phone_provider_disabled",
            "Phone numbers are not supported."
        )
    }
}
