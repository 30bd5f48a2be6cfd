struct HostRowView: Sendable {
    let host: String
    let remove: FormView
}
