import Domain
import HTTPTypes
import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// The routes for the identities of a signed-in user.
///
/// Apple is linked with an identity token (`grant_type=id_token` with `link_identity`); this dialect does not link by
/// Apple's page.
extension GoTrueRoutes {
    func addIdentities(to routes: Routes<GoTrueUserContext>) {
        routes.get("user/identities/authorize", operation: "goTrueLinkIdentity") { _ -> Response in
            throw WebFailure.goTrueNoLinking
        }
        routes.delete("user/identities/{identity}", operation: "goTrueUnlinkIdentity", use: unlink)
    }

    /// Links the Apple Account of an identity token to the user of the bearer token, and signs the user in by it: an
    /// access token alone does not yield the refresh token of its session.
    func link(
        _ request: AppleSignInRequest,
        _ password: String?,
        _ call: PlainCall<GoTrueContext>
    ) async throws -> Response {
        let record = try await admission.admitUser(call.request, call.context).record
        // Without this proof anyone with access to an open session could take over the account for good.
        try await accountSelfService.prove(record, by: password, in: call.context.signInContext)
        let signedIn = try await appleSignIns.signIn(
            request,
            linkingTo: record.session.id,
            in: call.context.signInContext
        )
        return try await sessionResponse(signedIn, .oauth, call.context)
    }

    private func unlink(_ call: PlainCall<GoTrueUserContext>) async throws -> Response {
        _ = try await call.request.goTrueFields(isOptional: true)
        let record = call.context.record
        // SDKs write the id in upper or lower case.
        let wanted = call.context.parameters.get("identity")?.lowercased()
        let profile = try await accountSelfService.profile(of: record.user.id, in: record.tenant.id)
        guard
            let identity = profile.identities.first(where: {
                GoTrueObjects.identityID($0.provider, of: record.user.id) == wanted
            })
        else { throw AuthFailure.account(.identityNotFound) }
        try await accountSelfService.unlink(
            identity.provider,
            subject: identity.subject,
            by: record,
            from: call.context.origin
        )
        return .json([:])
    }
}

extension APIOperation {
    static let goTrueIdentityOperations: [APIOperation] = [
        APIOperation(
            id: "goTrueLinkIdentity",
            tag: .goTrue,
            summary: "Rejects linking of an identity by redirect",
            details: "To link Apple, send an identity token: grant `id_token` with `link_identity`.",
            answers: [],
            errors: .goTrue(or: [.goTrueNoLinking])
        ),
        APIOperation(
            id: "goTrueUnlinkIdentity",
            tag: .goTrue,
            summary: "Unlinks a sign-in method of the signed-in user",
            details: "The last method cannot be unlinked. The session must be younger than a day.",
            answers: [.ok("Success.", GoTrueSchemas.nothing)],
            errors: .goTrue([.account(.sessionNotFresh), .account(.identityNotFound), .account(.lastIdentity)])
        ),
    ]
}
