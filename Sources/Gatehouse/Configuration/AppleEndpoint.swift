import AppleID

/// The address of Apple's servers.
struct AppleEndpoint: Sendable {
    /// Scheme and host, without a path.
    let base: String

    init(_ reader: inout SettingsReader) {
        guard let text = reader.text(.appleURL) else {
            base = AppleConnection.standardBase
            return
        }
        guard let url = BaseURL(text) else {
            reader.refuse(.appleURL, "must be http:// or https:// with a host and nothing behind, not “\(text)”")
            base = AppleConnection.standardBase
            return
        }
        base = url.description
        guard base != AppleConnection.standardBase else { return }
        reader.warn(
            """
            Sign in with Apple asks \(base) and NOT Apple: a server there can sign in as any user. That is for tests only; leave \
            \(Setting.appleURL.environmentName) out for people.
            """
        )
    }
}
