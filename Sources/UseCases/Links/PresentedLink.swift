/// A link as the user presents it: its token, or its code with the address it was sent to.
public enum PresentedLink: Sendable {
    case token(String)
    case digits(String, email: String)
}
