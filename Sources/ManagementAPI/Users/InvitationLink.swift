import Domain
import StrictJSON
import UseCases

/// The link with which an invited user sets the password; shown once.
struct InvitationLink: Sendable {
    let url: String
}
