import Domain
import UseCases

/// The address of an app with what it gets there.
enum HandoverAddress {
    /// With a code for the app that keeps the other half.
    static func with(code: Credential, _ base: String) -> String { address(base, "?", [("code", code.text)]) }

    /// With the tokens of a session behind its `#`, where no server sees them.
    /// - Parameter type: what was done, in upstream's word.
    static func with(_ tokens: IssuedTokens, type: String? = nil, _ base: String) -> String {
        address(
            base,
            "#",
            [
                ("access_token", tokens.accessToken), ("expires_at", String(tokens.expiresAt.wholeSeconds)),
                ("expires_in", String(tokens.expiresIn.components.seconds)), ("refresh_token", tokens.refreshToken),
                ("token_type", "bearer"),
            ] + (type.map { [("type", $0)] } ?? [])
        )
    }

    /// With why there is no session (RFC 6749 §4.1.2.1); what stood behind its `#` stays there.
    /// - Parameter more: in the words of a dialect.
    static func with(error: String, _ more: (code: String, description: String)? = nil, _ base: String) -> String {
        let (place, fragment) =
            base.firstIndex(of: "#").map { (String(base[..<$0]), String(base[$0...])) } ?? (base, "")
        let words =
            more.map { [("error_code", $0.code), ("error_description", PercentEncoding.encode($0.description))] } ?? []
        return address(place, "?", [("error", error)] + words) + fragment
    }

    /// - Parameter mark: `?` or `#`.
    private static func address(_ base: String, _ mark: String, _ values: [(name: String, value: String)]) -> String {
        let query = values.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        return base + (mark == "?" && base.contains("?") ? "&" : mark) + query
    }
}
