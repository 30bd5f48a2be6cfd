import Domain
import HTTPTypes
import Hummingbird
import WebCore

/// The fields of requests about a user's own profile and session.
enum AccountInputs {
    static let tokenMaximumLength = 8192

    static let name = Input.clearableText(
        "name",
        "The display name; null removes it.",
        maximum: User.nameMaximumLength,
        schema: .line(0...User.nameMaximumLength)
    )
    static let version = Input.optionalInteger(
        "version",
        "The version of the profile that the change is based on. Later changes are not overwritten.",
        in: 0...Int.max >> 11
    )
    static let userMetadata = Input.object(
        "user_metadata",
        "A merge patch (RFC 7396) of the attributes: objects are merged, null removes a member."
    )
    static let refreshToken = Input.optionalText(
        "refresh_token",
        "The session's refresh token, if the device has no other token of the session.",
        minimum: 1,
        maximum: tokenMaximumLength
    )

    static let patch = Inputs<ProfilePatch> { reader in
        var patch = ProfilePatch(name: reader.read(name))
        patch.userMetadata = reader.read(userMetadata)
        patch.base = reader.read(version).map { Int64($0) }
        return patch
    }
    static let restoration = Inputs { $0.read(refreshToken) }

    static func patch(_ request: Request) async throws -> ProfilePatch {
        var fields = try await request.jsonFields()
        let patch = fields.read(patch)
        try fields.finish()
        return patch
    }

    static func refreshToken(_ request: Request) async throws -> String? {
        var fields = try await request.optionalJSONFields()
        let token = fields.read(restoration)
        try fields.finish()
        return token
    }

    /// Parses the version of `If-Match: "12"` (RFC 9110 §13.1.1); nil when absent, and for `*`.
    static func expectedVersion(_ request: Request) throws(DomainError) -> Int64? {
        let tags = request.headers[values: .ifMatch]
        guard let tag = tags.first, tag != "*" else { return nil }
        let text = tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...]
        guard tags.count == 1, text.utf8.count >= 3, text.first == "\"", text.last == "\"",
            let version = Int64(text.dropFirst().dropLast())
        else {
            throw .invalid(
                HTTPField.Name.ifMatch.rawName,
                .malformed(.english("Send the ETag of the profile unchanged."))
            )
        }
        return version
    }
}
