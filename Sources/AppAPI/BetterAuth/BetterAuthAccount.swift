import Domain
import HTTPTypes
import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// Routes by which a signed-in user manages the own account.
struct BetterAuthAccount: Sendable {
    let services: Services
    let sessions: BetterAuthSessions

    func add(to routes: Routes<SignedInContext>) {
        routes.post("update-user", operation: "betterAuthUpdateUser", use: update)
        routes.post("delete-user", operation: "betterAuthDeleteUser", use: delete)
        routes.get("list-accounts", operation: "betterAuthListAccounts", use: listAccounts)
        routes.post("unlink-account", operation: "betterAuthUnlinkAccount", use: unlink)
    }

    @Sendable private func update(_ request: Request, _ context: SignedInContext) async throws -> Response {
        let change = try await BetterAuthBody.accountChange(request)
        do throws(AccountChangeFailure) {
            _ = try await services.ownAccount.update(change, by: context.record, from: context.origin)
        } catch { throw WebFailure(betterAuth: error) }
        return .json(["status": true])
    }

    @Sendable private func delete(_ request: Request, _ context: SignedInContext) async throws -> Response {
        let body = try await BetterAuthBody.Deletion(request)
        // No message contains such a link, so no token is valid.
        guard body.token == nil else { throw WebFailure.invalidToken }
        if let callback = body.callback,
            try await !sessions.origins.trusts(address: callback, request, of: context.tenant)
        {
            throw WebFailure.untrustedCallback
        }
        do throws(AccountChangeFailure) {
            try await services.ownAccount.delete(password: body.password, by: context.record, from: context.origin)
        } catch { throw WebFailure(betterAuth: error) }
        var response = Response.json(["success": true, "message": "User deleted"])
        if request.headers[.cookie] != nil { response.headers[.setCookie] = sessions.cookie.deleting }
        return response
    }

    @Sendable private func listAccounts(_ request: Request, _ context: SignedInContext) async throws -> Response {
        let profile = try await services.ownAccount.profile(of: context.record.user.id, in: context.tenant.id)
        let shape = ResponseSchema<BetterAuthLinkedAccount>.betterAuthAccount
        return .json(
            .array(profile.identities.map { shape.json(BetterAuthLinkedAccount(identity: $0, user: profile.user.id)) })
        )
    }

    @Sendable private func unlink(_ request: Request, _ context: SignedInContext) async throws -> Response {
        let (provider, subject) = try await BetterAuthBody.account(request)
        guard let provider else { throw WebFailure.accountNotFound }
        do throws(UnlinkFailure) {
            try await services.ownAccount.unlink(provider, subject: subject, by: context.record, from: context.origin)
        } catch {
            switch error {
            case .unknown: throw WebFailure.accountNotFound
            case .last: throw WebFailure.lastAccount
            case .notFresh: throw WebFailure.sessionNotFresh
            case .refused(let error): throw WebFailure(error)
            }
        }
        return .json(["status": true])
    }
}

extension ResponseSchema where Value == BetterAuthLinkedAccount {
    static let betterAuthAccount = ResponseSchema(
        "BetterAuthAccount",
        "A way in which one signs in.",
        [
            .init("id", Schema.text.with("description", "The provider and what it calls the person.")) {
                .string("\(BetterAuthLinkedAccount.provider($0.identity.provider)):\($0.identity.subject)")
            },
            .init("providerId", Schema.text.example("credential")) {
                .string(BetterAuthLinkedAccount.provider($0.identity.provider))
            },
            .init("accountId", .text) { .string($0.identity.subject) },
            .init("userId", .uuid) { .init($0.user) },
            .init("createdAt", .moment) { .init($0.identity.createdAt) },
            .init("updatedAt", .moment) { .init($0.identity.lastUsedAt ?? $0.identity.createdAt) },
            .init("scopes", .list(of: .text)) { _ in [] },
        ]
    )
}

extension WebFailure {
    static let invalidToken = WebFailure(
        .badRequest,
        "invalid_token",
        title: "The token is not good",
        detail: "Invalid token"
    )
    fileprivate static let accountNotFound = WebFailure(
        .badRequest,
        "account_not_found",
        title: "There is no such account",
        detail: "Account not found"
    )
    fileprivate static let lastAccount = WebFailure(
        .badRequest,
        "failed_to_unlink_last_account",
        title: "The last way to sign in stays",
        detail: "You can't unlink your last account"
    )

    /// Converts the error of an account change.
    init(betterAuth failure: AccountChangeFailure) {
        switch failure {
        case .refused(let error): self.init(error)
        case .tooManyMessages(let wait): self.init(DomainError.throttled(retryAfter: wait))
        case .reauthenticationNeeded:
            self.init(
                .badRequest,
                "session_expired",
                title: "The session is too old for that",
                detail: "Session expired. Re-authenticate to perform this action."
            )
        case .wrongNonce:
            self.init(
                .badRequest,
                "session_expired",
                title: "The code is not good",
                detail: "The code is used up, too old or wrong."
            )
        case .noPassword:
            self.init(
                .badRequest,
                "credential_account_not_found",
                title: "There is no password yet",
                detail: "Ask for a reset to set one."
            )
        case .wrongCurrentPassword:
            self.init(.badRequest, "invalid_password", title: "Wrong password", detail: "Invalid password")
        case .samePassword:
            self.init(
                .badRequest,
                "same_password",
                title: "The same password",
                detail: "Choose a password that is not the old one."
            )
        case .emailFixed:
            self.init(
                .badRequest,
                "email_can_not_be_updated",
                title: "The address stays",
                detail: "Email can not be updated"
            )
        }
    }
}
