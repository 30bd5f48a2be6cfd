import Domain
import UseCases
import WebCore

extension APIOperation {
    static let userOperations: [APIOperation] = [
        APIOperation(
            id: "listUsers",
            tag: .users,
            summary: "Lists users",
            query: UserInputs.query.descriptions + Input<PageRequest>.descriptions,
            answers: [.ok("A page of users.", ResponseSchema<UserSummary>.userSummary.namedPage)]
        ),
        APIOperation(
            id: "createUser",
            tag: .users,
            summary: "Creates a user",
            details: "`app_metadata` also gets the values that the tenant's settings have for new users.",
            body: .object("NewUser", UserInputs.draft),
            answers: [.created("The user.", ResponseSchema<User>.user.named)],
            conflicts: [.emailTaken]
        ),
        APIOperation(
            id: "inviteUser",
            tag: .users,
            summary: "Invites a user",
            details: "Creates a user who sets their password through a one-time link.",
            body: .object("NewInvitation", UserInputs.invitation),
            answers: [.created("The user and the link.", ResponseSchema<UserInvitation>.invitation.named)],
            conflicts: [.emailTaken]
        ),
        APIOperation(
            id: "inviteUserAgain",
            tag: .users,
            summary: "Creates a new invitation link for a user who has not accepted yet",
            details: "The earlier link becomes void.",
            answers: [.ok("The link.", ResponseSchema<InvitationLink>.invitationLink.named)]
        ),
        APIOperation(
            id: "getUser",
            tag: .users,
            summary: "Reads one user",
            answers: [.ok("The user.", ResponseSchema<UserDetail>.userDetail.named)]
        ),
        APIOperation(
            id: "updateUser",
            tag: .users,
            summary: "Edits a user",
            details: "Omitted members stay unchanged. A new address makes an open invitation void.",
            body: .object("UserEdit", UserInputs.edit),
            answers: [.ok("The user as it is now.", ResponseSchema<User>.user.named)],
            conflicts: [.emailTaken, .lastAdministrator]
        ),
        APIOperation(
            id: "deleteUser",
            tag: .users,
            summary: "Deletes a user",
            details: "Identities and sessions are deleted too; the audit log keeps the id.",
            answers: [.noContent("The user is deleted.")],
            conflicts: [.lastAdministrator]
        ),
        APIOperation(
            id: "assignRole",
            tag: .users,
            summary: "Changes a user's role",
            details:
                "Console sessions of the user end; app sessions continue with the new role. An open invitation becomes void.",
            body: .object("RoleAssignment", UserInputs.roleAssignment),
            answers: [.ok("The user as it is now.", ResponseSchema<User>.user.named)],
            conflicts: [.lastAdministrator]
        ),
        APIOperation(
            id: "disableUser",
            tag: .users,
            summary: "Disables a user",
            details: "Every session ends, and the user cannot sign in.",
            answers: [.ok("The user as it is now.", ResponseSchema<User>.user.named)],
            conflicts: [.lastAdministrator]
        ),
        APIOperation(
            id: "enableUser",
            tag: .users,
            summary: "Enables a disabled user",
            answers: [.ok("The user as it is now.", ResponseSchema<User>.user.named)]
        ),
        APIOperation(
            id: "listUserSessions",
            tag: .users,
            summary: "Lists the sessions of a user",
            details: "Also needs `users.read`.",
            query: Input<PageRequest>.descriptions,
            answers: [.ok("A page of sessions.", ResponseSchema<SessionSummary>.session.namedPage)]
        ),
        APIOperation(
            id: "endUserSessions",
            tag: .users,
            summary: "Ends every session of a user",
            details: "The console session of the request is kept. Also needs `users.read`.",
            answers: [.ok("How many were ended.", ResponseSchema<SessionEnding>.ended.named)]
        ),
    ]
}
