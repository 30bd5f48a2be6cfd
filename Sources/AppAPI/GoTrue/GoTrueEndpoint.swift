/// The endpoints of GoTrue that answer some failures with another status, code or format.
enum GoTrueEndpoint: Sendable {
    case signUp
    case passwordGrant
    case refreshGrant
    /// The grant that exchanges the code of a link or of Apple's page.
    case codeGrant
    case identityTokenGrant
    case other

    /// Whether a disabled user or an ended session is answered with 400 instead of 403.
    var isCredentialGrant: Bool {
        switch self {
        case .signUp, .passwordGrant, .refreshGrant: true
        case .codeGrant, .identityTokenGrant, .other: false
        }
    }
}
