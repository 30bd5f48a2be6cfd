/// Names how a user was authenticated, as in the `amr` claim.
public enum AuthenticationMethod: String, Sendable, CaseIterable {
    case password, oauth, otp, anonymous, invite, recovery
    case magicLink = "magiclink"
    case emailSignUp = "email/signup"
}
