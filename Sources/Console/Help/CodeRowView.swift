struct CodeRowView: Sendable {
    let code: String
    let href: String
    let title: String
    let fault: String
}
