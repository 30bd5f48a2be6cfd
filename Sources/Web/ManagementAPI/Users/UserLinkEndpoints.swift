import Domain
import Hummingbird
import StrictJSON
import UseCases

/// The endpoints of one-time links that an administrator passes on.
struct UserLinkEndpoints: Sendable {
    let links: AccountLinks

    func add(to routes: Routes<APIContext>) {
        routes.post("users/{user}/links", operation: "createUserLink", needs: .manageUsers, use: create)
    }

    @Sendable private func create(_ request: Request, context: APIContext) async throws -> Response {
        let grant = try context.grant(ManageUsers.self)
        let id: User.ID = try context.id("user", of: .user)
        var fields = try await request.jsonFields()
        let purpose = fields.read(UserLinkInputs.purpose)
        let email = fields.read(UserLinkInputs.email)
        let returnTo = fields.read(UserLinkInputs.returnTo)
        let wanted = try fields.finish(purpose)
        // A sign-in link needs a destination, because no message contains a code to type instead.
        guard wanted != .signIn || returnTo != nil else { throw DomainError.invalid("return_to", .missing) }
        let made = try await links.make(
            wanted.purpose,
            for: id,
            newEmail: email,
            returnTo: returnTo,
            opensSession: returnTo != nil,
            grant: grant
        )
        return .json(ResponseSchema<AccountLinks.Made>.userLink.json(made))
    }
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

    static let purpose: Input<Purpose?> = .oneOf("purpose", "What the link is good for.")
    static let email = Input.optionalText(
        "email",
        "The new address, for `change_email` and only then.",
        maximum: EmailAddress.maximumLength,
        schema: .email
    )
    static let returnTo = Input.optionalText(
        "return_to",
        """
        Where the browser goes afterwards, signed in: one of the tenant's `redirect_urls`; `sign_in` needs it. Without it a new password is set on \
        our page.
        """,
        maximum: RedirectRule.maximumLength,
        schema: Schema(["type": "string", "format": "uri"])
    )
}

extension ResponseSchema where Value == AccountLinks.Made {
    static let userLink = ResponseSchema(
        "UserLink",
        "A link that works once, to be handed to the person. It is not shown again.",
        [
            .init("url", Schema(["type": "string", "format": "uri"])) { .string($0.url) },
            .init("purpose", .oneOf(UserLinkInputs.Purpose.self)) { .string($0.link.purpose.rawValue) },
            .init("expires_at", .moment) { .init($0.link.expiresAt) },
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
                "Good for half an hour, and void when another one for the same purpose is made. Whoever holds it becomes this person.",
            body: .object(
                "NewUserLink",
                [
                    UserLinkInputs.purpose.description, UserLinkInputs.email.description,
                    UserLinkInputs.returnTo.description,
                ]
            ),
            answers: [.ok("The link.", ResponseSchema<AccountLinks.Made>.userLink.named)]
        )
    ]
}
