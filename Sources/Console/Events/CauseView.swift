struct CauseView: Sendable {
    let domain: String
    let code: String
    let message: String?
}
