import Domain
import StrictJSON
import UseCases

/// An invited user and the link.
struct UserInvitation: Sendable {
    let user: User
    let link: InvitationLink
}
