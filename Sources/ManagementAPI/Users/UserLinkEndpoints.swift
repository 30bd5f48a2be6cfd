import Domain
import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// The endpoints of one-time links that an administrator passes on.
struct UserLinkEndpoints: Sendable {
    let links: AccountLinks

    func add(to routes: Routes<APIContext>) {
        routes.needs(ManageUsers.self).post("users/{user}/links", operation: "createUserLink", use: create)
    }

    private func create(_ call: APICall<ManageUsers>) async throws -> Response {
        let id: User.ID = try call.id("user", of: .user)
        var fields = try await call.request.jsonFields()
        let link = fields.read(UserLinkInputs.link)
        let wanted = try fields.finish(link.purpose)
        // A sign-in link needs a destination, because no message contains a code to type instead.
        guard wanted != .signIn || link.returnTo != nil else { throw DomainError.invalid("return_to", .missing) }
        let issued = try await links.make(
            LinkDraft(
                wanted.purpose,
                newEmail: link.email,
                returnTo: link.returnTo,
                opensSession: link.returnTo != nil
            ),
            for: id,
            grant: call.grant
        )
        return .json(ResponseSchema<AccountLinks.IssuedLink>.userLink.json(issued))
    }
}

extension ResponseSchema where Value == AccountLinks.IssuedLink {
    static let userLink = ResponseSchema(
        "UserLink",
        "A one-time link, to be handed to the user. It is not shown again.",
        [
            .init("url", Schema(["type": "string", "format": "uri"])) { .string($0.url) },
            .init("purpose", .oneOf(UserLinkInputs.Purpose.self)) { .string($0.link.purpose.rawValue) },
            .init("expires_at", .dateTime) { .init($0.link.expiresAt) },
        ]
    )
}

extension APIOperation {
    static let userLinkOperations: [APIOperation] = [
        APIOperation(
            id: "createUserLink",
            tag: .users,
            summary: "Creates a one-time link for a user",
            details:
                "Valid for half an hour, or until another one for the same purpose is created. Its holder is signed in as this user.",
            body: .object("NewUserLink", UserLinkInputs.link),
            answers: [.ok("The link.", ResponseSchema<AccountLinks.IssuedLink>.userLink.named)]
        )
    ]
}

/// The fields of requests about links.
enum UserLinkInputs {
    /// The purposes of links that an administrator may create.
    enum Purpose: String, CaseIterable, Sendable {
        case verifyEmail = "verify_email"
        case resetPassword = "reset_password"
        case signIn = "sign_in"
        case changeEmail = "change_email"

        var purpose: OneTimeLink.Purpose {
            switch self {
            case .verifyEmail: .verifyEmail
            case .resetPassword: .resetPassword
            case .signIn: .signIn
            case .changeEmail: .changeEmail
            }
        }
    }

    static let purpose: Input<Purpose?> = .oneOf("purpose", "The purpose of the link.")
    static let email = Input.optionalText(
        "email",
        "The new address; only for `change_email`.",
        maximum: EmailAddress.maximumLength,
        schema: .email
    )
    static let returnTo = Input.optionalText(
        "return_to",
        """
        Where the browser is redirected afterwards, signed in: one of the tenant's `redirect_urls`; required for `sign_in`. Without it the user sets a new password on \
        Gatehouse's page.
        """,
        maximum: RedirectRule.maximumLength,
        schema: Schema(["type": "string", "format": "uri"])
    )

    static let link = Inputs { (purpose: $0.read(purpose), email: $0.read(email), returnTo: $0.read(returnTo)) }
}
