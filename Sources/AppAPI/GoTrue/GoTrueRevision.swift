import Domain
import HTTPTypes
import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// The fields of a user that an administrator sends. `role`, `aud` and unknown fields have no effect.
struct GoTrueRevision: Sendable {
    let revision: UserRevision

    init(_ object: JSONObject, at now: Timestamp) throws {
        if let phone = object["phone"], phone != .null, phone != "" {
            throw WebFailure.goTrue(.badRequest, "phone_provider_disabled", "Phone numbers are not supported.")
        }
        guard object["password_hash"] == nil else {
            throw WebFailure.goTrueInvalid("password_hash is supported only by `gatehouse users import`.")
        }
        var fields = try GoTrueBody.fields(object, withoutNull: ["email", "password", "email_confirm", "ban_duration"])
        var revision = UserRevision()
        revision.email = fields.optionalText("email", minimum: 1, maximum: EmailAddress.maximumLength)
        revision.password = fields.optionalText("password", minimum: 1, maximum: 4096)
        revision.emailVerified = fields.optionalBool("email_confirm")
        let ban = fields.optionalText("ban_duration", minimum: 1, maximum: 60)
        try fields.finish(.ignored)
        revision.userMetadata = try GoTrueBody.object(object, "user_metadata")
        revision.appMetadata = try GoTrueBody.object(object, "app_metadata").map { members in
            JSONObject(members.filter { !DefaultAttribute.reservedNames.contains($0.name) }.map { ($0.name, $0.value) })
        }
        revision.ban = try ban.map { try Self.ban($0, at: now) }
        self.revision = revision
    }

    private static func ban(_ text: String, at now: Timestamp) throws -> UserRevision.Ban {
        if text == "none" { return .none }
        guard let span = GoDuration(text)?.span, span > .zero else {
            throw WebFailure.goTrueInvalid("ban_duration must be a duration like 24h or 1h30m, or none.")
        }
        return .until(now + span)
    }
}

/// A duration in Go's format: `1h30m`, `0.5h`, `300ms`.
struct GoDuration: Sendable {
    /// A hundred years.
    private static let maximumSeconds = 3_155_760_000.0
    private static let units: [(name: String, seconds: Double)] = [
        ("ns", 1e-9), ("us", 1e-6), ("µs", 1e-6), ("ms", 1e-3), ("s", 1), ("m", 60), ("h", 3600),
    ]

    let span: Duration

    /// - Returns: nil for invalid text, and for more than a hundred years.
    init?(_ text: String) {
        var rest = text[...]
        var seconds = 0.0
        guard !rest.isEmpty else { return nil }
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            rest = rest[digits.endIndex...]
            let name = rest.prefix { !($0.isASCII && ($0.isNumber || $0 == ".")) }
            rest = rest[name.endIndex...]
            guard let number = Double(digits), let unit = Self.units.first(where: { $0.name == name }) else {
                return nil
            }
            seconds += number * unit.seconds
        }
        guard seconds.isFinite, seconds <= Self.maximumSeconds else { return nil }
        span = .milliseconds(Int64(seconds * 1000))
    }
}
