/// The endpoints of GoTrue that have another status for some failures.
enum GoTrueEndpoint: Sendable {
    case signUp
    case passwordGrant
    case refreshGrant
    /// The grant that exchanges the code of a link or of Apple's page.
    case codeGrant
    case identityTokenGrant
    case other

    /// Whether a disabled user or a session that has ended is a bad request, and not forbidden.
    var isCredentialGrant: Bool {
        switch self {
        case .signUp, .passwordGrant, .refreshGrant: true
        case .codeGrant, .identityTokenGrant, .other: false
        }
    }
}
