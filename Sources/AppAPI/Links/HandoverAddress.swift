import Domain
import UseCases

/// Adds the result of a flow to the address of an app.
enum HandoverAddress {
    /// Adds a code, for an app that keeps a PKCE verifier.
    static func with(code: Credential, _ base: String) -> String { address(base, "?", [("code", code.text)]) }

    /// Adds the tokens of a session in the fragment, which is not sent to servers.
    /// - Parameter type: the upstream name of the action.
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

    /// Adds an error (RFC 6749 §4.1.2.1), and keeps the fragment.
    /// - Parameter more: code and description of a dialect.
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
