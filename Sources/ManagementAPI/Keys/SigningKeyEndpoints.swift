import Domain
import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// The endpoints of the keys that sign a tenant's access tokens.
struct SigningKeyEndpoints: Sendable {
    let ring: SigningKeyRing

    func add(to routes: Routes<APIContext>) {
        routes.needs(ReadKeys.self).get("signing-keys", operation: "listSigningKeys", use: list)
        routes.needs(ManageKeys.self).post("signing-keys/rotation", operation: "rotateSigningKeys", use: rotate)
    }

    private func list(_ call: APICall<ReadKeys>) async throws -> Response {
        try await .json(ResponseSchema<SigningKey>.signingKey.list(ring.published(grant: call.grant)))
    }

    private func rotate(_ call: APICall<ManageKeys>) async throws -> Response {
        let key =
            try await SigningKeyInputs.isLeaked(call.request)
            ? ring.replaceLeaked(grant: call.grant) : ring.rotate(grant: call.grant)
        return .json(ResponseSchema<SigningKey>.signingKey.json(key))
    }
}

extension APIOperation {
    static let signingKeyOperations: [APIOperation] = [
        APIOperation(
            id: "listSigningKeys",
            tag: .keys,
            summary: "Lists the signing keys of access tokens",
            details:
                "The keys that are published at the tenant's `/.well-known/jwks.json`, in the order in which they sign.",
            answers: [.ok("The published keys.", ResponseSchema<SigningKey>.signingKey.namedList)]
        ),
        APIOperation(
            id: "rotateSigningKeys",
            tag: .keys,
            summary: "Rotates the signing key of access tokens",
            details: """
                The new key is published at once and signs 15 minutes later; the previous key stays published until its last tokens have \
                expired, so no user is signed out. Until the new key signs, no other is created.

                With `"leaked": true` the new key signs at once, and every other key is removed from the list and rejected from then on: \
                apps get new access tokens with their refresh tokens, and no user is signed out. Send an `Idempotency-Key`, because each such \
                request creates another key.
                """,
            body: .object("SigningKeyRotation", SigningKeyInputs.rotation, isRequired: false),
            answers: [
                .ok("The key that signs next, or, after a leak, now.", ResponseSchema<SigningKey>.signingKey.named)
            ]
        ),
    ]
}

extension ResponseSchema where Value == SigningKey {
    static let signingKey = ResponseSchema(
        "SigningKey",
        "A key that signs access tokens (ES256); its public half is published.",
        [
            .init("kid", Schema.text.with("description", "The thumbprint of the public half (RFC 7638).")) {
                .string($0.name)
            },
            .init("created_at", .dateTime) { .init($0.createdAt) },
            .init("signs_from", .dateTime) { .init($0.activatesAt) },
            .init("signs_until", Schema.dateTime.nullable) { .init($0.retiresAt) },
        ]
    )
}

enum SigningKeyInputs {
    static let isLeaked = Input.optionalBool("leaked", "True when the current key has leaked.")

    static let rotation = Inputs { $0.read(isLeaked) ?? false }

    static func isLeaked(_ request: Request) async throws -> Bool {
        var fields = try await request.optionalJSONFields()
        let isLeaked = fields.read(rotation)
        try fields.finish()
        return isLeaked
    }
}
