import Domain
import HTTPTypes
import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// Routes with which signed-in users manage their own account.
struct BetterAuthAccount: Sendable {
    let accountSelfService: AccountSelfService
    let sessions: BetterAuthSessions

    func add(to routes: Routes<SignedInContext>) {
        routes.post("update-user", operation: "betterAuthUpdateUser", use: update)
        routes.post("delete-user", operation: "betterAuthDeleteUser", use: delete)
        routes.get("list-accounts", operation: "betterAuthListAccounts", use: listAccounts)
        routes.answering { WebFailure(betterAuth: $0, at: .unlinkAccount) }
            .post("unlink-account", operation: "betterAuthUnlinkAccount", use: unlink)
    }

    private func update(_ call: PlainCall<SignedInContext>) async throws -> Response {
        var fields = try await call.request.betterAuthFields()
        guard !fields.has("email") else { throw WebFailure.emailNotUpdatable }
        let change = fields.read(BetterAuthInputs.accountChange)
        try fields.finish(.ignored)
        guard change.name != nil || change.data != nil else { throw WebFailure.nothingToUpdate }
        _ = try await accountSelfService.update(change, by: call.context.record, in: call.context.signInContext)
        return .json(["status": true])
    }

    private func delete(_ call: PlainCall<SignedInContext>) async throws -> Response {
        let body = try await call.request.betterAuthBody(BetterAuthInputs.deletion)
        // No email contains such a link, so no token is valid.
        guard body.token == nil else { throw WebFailure.invalidToken }
        if let callback = body.callback,
            try await !sessions.origins.trusts(address: callback, call.request, of: call.context.tenant)
        {
            throw WebFailure.untrustedCallback
        }
        try await accountSelfService.delete(
            password: body.password,
            by: call.context.record,
            in: call.context.signInContext
        )
        var response = Response.json(["success": true, "message": "User deleted"])
        if call.request.headers[.cookie] != nil { response.headers[.setCookie] = sessions.cookie.deleting }
        return response
    }

    private func listAccounts(_ call: PlainCall<SignedInContext>) async throws -> Response {
        let profile = try await accountSelfService.profile(of: call.context.record.user.id, in: call.context.tenant.id)
        let shape = ResponseSchema<BetterAuthLinkedAccount>.betterAuthAccount
        return .json(
            .array(profile.identities.map { shape.json(BetterAuthLinkedAccount(identity: $0, user: profile.user.id)) })
        )
    }

    private func unlink(_ call: PlainCall<SignedInContext>) async throws -> Response {
        let account = try await call.request.betterAuthBody(BetterAuthInputs.account)
        guard let provider = BetterAuthLinkedAccount.provider(named: account.provider) else {
            throw WebFailure.accountNotFound
        }
        try await accountSelfService.unlink(
            provider,
            subject: account.subject,
            by: call.context.record,
            from: call.context.origin
        )
        return .json(["status": true])
    }
}

extension ResponseSchema where Value == BetterAuthLinkedAccount {
    static let betterAuthAccount = ResponseSchema(
        "BetterAuthAccount",
        "A sign-in method of a user.",
        [
            .init("id", Schema.text.with("description", "The provider, and the user's ID at the provider.")) {
                .string("\(BetterAuthLinkedAccount.provider($0.identity.provider)):\($0.identity.subject)")
            },
            .init("providerId", Schema.text.example("credential")) {
                .string(BetterAuthLinkedAccount.provider($0.identity.provider))
            },
            .init("accountId", .text) { .string($0.identity.subject) },
            .init("userId", .uuid) { .init($0.user) },
            .init("createdAt", .dateTime) { .init($0.identity.createdAt) },
            .init("updatedAt", .dateTime) { .init($0.identity.lastUsedAt ?? $0.identity.createdAt) },
            .init("scopes", .list(of: .text)) { _ in [] },
        ]
    )
}

/// A linked account, as this dialect shows it.
struct BetterAuthLinkedAccount: Sendable {
    let identity: Identity
    let user: User.ID

    /// The upstream name of a provider; a password is `credential`.
    static func provider(_ provider: Identity.Provider) -> String {
        provider == .password ? "credential" : provider.rawValue
    }

    static func provider(named name: String) -> Identity.Provider? {
        Identity.Provider.allCases.first { provider($0) == name }
    }
}
