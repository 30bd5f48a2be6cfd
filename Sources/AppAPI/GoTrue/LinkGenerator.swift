import Domain
import Foundation
import HTTPTypes
import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// Creates links that a tenant's back end sends itself: `POST /admin/generate_link`.
struct LinkGenerator: Sendable {
    let services: Services

    func add(to routes: Routes<GoTrueAdministrationContext>) {
        routes.post("admin/generate_link", operation: "goTrueGenerateLink", needs: ManageUsers.self, use: generate)
    }

    private enum Kind: String, CaseIterable {
        case signup, invite, magiclink, recovery
        case emailChangeCurrent = "email_change_current"
        case emailChangeNew = "email_change_new"

        var purpose: OneTimeLink.Purpose? {
            switch self {
            case .signup: .verifyEmail
            case .magiclink: .signIn
            case .recovery: .resetPassword
            case .emailChangeCurrent, .emailChangeNew: .changeEmail
            case .invite: nil
            }
        }
    }

    @Sendable private func generate(
        _ request: Request,
        _ context: GoTrueAdministrationContext,
        grant: Grant<ManageUsers>
    ) async throws -> Response {
        let object = try await GoTrueBody.object(request)
        var fields = Fields(object)
        let wanted = fields.oneOf("type", as: Kind.self)
        let email = fields.text("email", maximum: EmailAddress.maximumLength)
        let newEmail = fields.optionalText("new_email", maximum: EmailAddress.maximumLength)
        let password = fields.optionalText("password", maximum: 4096)
        let own = fields.optionalText("redirect_to", maximum: 2048)
        let kind = try fields.finish(wanted, unknown: .ignored)
        var revision = UserRevision()
        (revision.email, revision.password) = (email, password)
        revision.userMetadata = try GoTrueBody.object(object, "data")
        let settings = try await services.tenantSettings.settings(of: context.tenant.id).settings
        let returnTo = try Self.returnTo(own, request, settings)
        do throws(DomainError) {
            guard let purpose = kind.purpose else { return try await invite(revision, kind, returnTo, settings, grant) }
            let made = try await made(purpose, kind, revision, newEmail: newEmail, returnTo: returnTo, grant: grant)
            let profile = try await services.ownAccount.profile(of: made.link.user, in: context.tenant.id)
            let link = action(made.token, kind, returnTo)
            return .json(answer(profile, settings, kind, token: made.token, code: made.code, link: link, returnTo))
        } catch { throw WebFailure(goTrueAdministration: error) }
    }

    /// Creates the user for a sign-up, or for a sign-in without an account.
    private func made(
        _ purpose: OneTimeLink.Purpose,
        _ kind: Kind,
        _ revision: UserRevision,
        newEmail: String?,
        returnTo: String?,
        grant: Grant<ManageUsers>
    ) async throws(DomainError) -> AccountLinks.Made {
        let email = revision.email ?? ""
        let change = purpose == .changeEmail ? newEmail : nil
        if kind == .signup { _ = try await services.users.create(revision, grant: grant) }
        do throws(DomainError) {
            return try await services.links.make(
                LinkDraft(purpose, newEmail: change, returnTo: returnTo),
                forAddress: email,
                grant: grant
            )
        } catch {
            guard error == .notFound(.user), kind == .magiclink else { throw error }
            _ = try await services.users.create(revision, grant: grant)
            return try await services.links.make(
                LinkDraft(purpose, returnTo: returnTo),
                forAddress: email,
                grant: grant
            )
        }
    }

    private func invite(
        _ revision: UserRevision,
        _ kind: Kind,
        _ returnTo: String?,
        _ settings: TenantSettings,
        _ grant: Grant<ManageUsers>
    ) async throws(DomainError) -> Response {
        let draft = UserAdministration.Draft(
            email: revision.email,
            name: nil,
            role: Role.Name.customer.description,
            userMetadata: revision.userMetadata ?? [:]
        )
        let (user, link) = try await services.users.invite(draft, grant: grant)
        let profile = try await services.ownAccount.profile(of: user.id, in: grant.tenant)
        let page = services.links.origin + LinkPaths.invitation(link.text)
        return .json(answer(profile, settings, kind, token: link, code: "", link: page, returnTo))
    }

    /// The address that upstream would write; it leads to our page.
    private func action(_ token: Credential, _ kind: Kind, _ returnTo: String?) -> String {
        let back =
            returnTo.flatMap { $0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) }.map {
                "&redirect_to=\($0)"
            } ?? ""
        return "\(services.links.origin)/\(GoTrueRoutes.base)/verify?token=\(token.text)&type=\(kind.rawValue)\(back)"
    }

    /// `redirect_to` is always an address, because clients decode it as one: without an address of the tenant's it is
    /// ours, where the browser stays.
    private func answer(
        _ profile: AccountProfile,
        _ settings: TenantSettings,
        _ kind: Kind,
        token: Credential,
        code: String,
        link: String,
        _ returnTo: String?
    ) -> JSONValue {
        var object = GoTrueObjects.user(profile, confirmsEmail: settings.confirmsEmail).objectValue ?? [:]
        object.append("action_link", .string(link))
        object.append("email_otp", .string(code))
        object.append("hashed_token", .string(token.text))
        object.append("redirect_to", .string(returnTo ?? services.links.origin))
        object.append("verification_type", .string(kind.rawValue))
        return .object(object)
    }

    private static func returnTo(_ own: String?, _ request: Request, _ settings: TenantSettings) throws -> String? {
        var query = try request.programQueryFields()
        let wanted = query.optionalText("redirect_to", maximum: 2048) ?? own
        try query.finish(.ignored)
        return wanted.flatMap { settings.allows(returnTo: $0) ? $0 : nil } ?? settings.standardDestination
    }
}
