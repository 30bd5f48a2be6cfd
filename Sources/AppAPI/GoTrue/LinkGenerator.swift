import Domain
import Foundation
import HTTPTypes
import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// Creates links that a tenant's backend sends itself: `POST /admin/generate_link`.
struct LinkGenerator: Sendable {
    private let accountSelfService: AccountSelfService
    private let address: PublicAddress
    private let links: AccountLinks
    private let tenantSettings: any TenantSettingsStore
    private let users: UserAdministration

    init(services: Services) {
        accountSelfService = services.accountSelfService
        address = services.address
        links = services.links
        tenantSettings = services.tenantSettings
        users = services.users
    }

    func add(to routes: Routes<GoTrueAdministrationContext>) {
        routes.needs(ManageUsers.self).post("admin/generate_link", operation: "goTrueGenerateLink", use: generate)
    }

    /// The request of the backend.
    private struct LinkRequest {
        let kind: GoTrueInputs.LinkKind
        let revision: UserRevision
        let newEmail: String?
        let returnTo: String?
        let settings: TenantSettings
    }

    private struct GeneratedLink {
        let user: User.ID
        let token: Credential
        let code: String
        let address: String
    }

    private func generate(_ call: GoTrueCall<ManageUsers>) async throws -> Response {
        let linkRequest = try await linkRequest(from: call.request, in: call.context.tenant)
        let link =
            if let purpose = linkRequest.kind.purpose { try await link(for: purpose, linkRequest, call.grant) } else {
                try await invitation(linkRequest, call.grant)
            }
        let profile = try await accountSelfService.profile(of: link.user, in: call.context.tenant.id)
        return .json(answer(link, to: linkRequest, profile))
    }

    private func linkRequest(from request: Request, in tenant: Tenant) async throws -> LinkRequest {
        let body = try await request.goTrueBody(GoTrueInputs.linkGeneration)
        let settings = try await tenantSettings.settings(of: tenant.id).settings
        let wanted = try request.query(GoTrueInputs.redirect) ?? body.redirect
        return LinkRequest(
            kind: body.kind,
            revision: body.revision,
            newEmail: body.newEmail,
            returnTo: wanted.flatMap { settings.allows(returnTo: $0) ? $0 : nil } ?? settings.standardDestination,
            settings: settings
        )
    }

    /// Creates the user for a sign-up, or for a sign-in without an account.
    private func link(
        for purpose: OneTimeLink.Purpose,
        _ request: LinkRequest,
        _ grant: Grant<ManageUsers>
    ) async throws(DomainError) -> GeneratedLink {
        let email = request.revision.email ?? ""
        let change = purpose == .changeEmail ? request.newEmail : nil
        let draft = LinkDraft(purpose, newEmail: change, returnTo: request.returnTo)
        if request.kind == .signup { _ = try await users.create(request.revision, grant: grant) }
        let issued: AccountLinks.IssuedLink
        do throws(DomainError) {
            issued = try await links.make(draft, forAddress: email, grant: grant)
        } catch {
            guard error == .notFound(.user), request.kind == .magiclink else { throw error }
            _ = try await users.create(request.revision, grant: grant)
            issued = try await links.make(draft, forAddress: email, grant: grant)
        }
        return GeneratedLink(
            user: issued.link.user,
            token: issued.token,
            code: issued.code,
            address: action(issued.token, request.kind, request.returnTo)
        )
    }

    private func invitation(
        _ request: LinkRequest,
        _ grant: Grant<ManageUsers>
    ) async throws(DomainError) -> GeneratedLink {
        let draft = UserAdministration.Draft(
            email: request.revision.email,
            name: nil,
            role: Role.Name.customer.description,
            userMetadata: request.revision.userMetadata ?? [:]
        )
        let (user, token) = try await users.invite(draft, grant: grant)
        let page = address.url(LinkPaths.invitation(token.text))
        return GeneratedLink(user: user.id, token: token, code: "", address: page)
    }

    /// A URL in the format of upstream; it redirects to Gatehouse's own page.
    private func action(_ token: Credential, _ kind: GoTrueInputs.LinkKind, _ returnTo: String?) -> String {
        let back =
            returnTo.flatMap { $0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) }.map {
                "&redirect_to=\($0)"
            } ?? ""
        return address.url("/\(GoTrueRoutes.base)/verify?token=\(token.text)&type=\(kind.rawValue)\(back)")
    }

    /// `redirect_to` is always a URL, because clients decode it as one: without a redirect URL of the tenant it is the
    /// public address of Gatehouse.
    private func answer(_ link: GeneratedLink, to request: LinkRequest, _ profile: AccountProfile) -> JSONValue {
        var object = GoTrueObjects.user(profile, confirmsEmail: request.settings.confirmsEmail).objectValue ?? [:]
        object.append("action_link", .string(link.address))
        object.append("email_otp", .string(link.code))
        object.append("hashed_token", .string(link.token.text))
        object.append("redirect_to", .string(request.returnTo ?? address.origin))
        object.append("verification_type", .string(request.kind.rawValue))
        return .object(object)
    }
}
