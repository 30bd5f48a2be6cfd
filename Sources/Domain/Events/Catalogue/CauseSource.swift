/// Where a fact of the catalogue comes from.
public struct CauseSource: Sendable, Hashable {
    /// The name of the page or the section, in English.
    public let title: String
    /// Absolute, with https.
    public let url: String

    static func apple(_ title: String, _ path: String) -> CauseSource {
        CauseSource(
            title: "Apple Developer Documentation: \(title)",
            url: "https://developer.apple.com/documentation/\(path)"
        )
    }

    static func forum(_ thread: Int) -> CauseSource {
        CauseSource(
            title: "Apple Developer Forums, thread \(thread)",
            url: "https://developer.apple.com/forums/thread/\(thread)"
        )
    }

    static func rfc(_ number: Int, _ section: String) -> CauseSource {
        CauseSource(
            title: "RFC \(number) §\(section)",
            url: "https://www.rfc-editor.org/rfc/rfc\(number)#section-\(section)"
        )
    }

    static func issue(_ repository: String, _ number: Int) -> CauseSource {
        CauseSource(title: "\(repository)#\(number)", url: "https://github.com/\(repository)/issues/\(number)")
    }

    static let systemStatus = CauseSource(
        title: "Apple: System Status",
        url: "https://developer.apple.com/system-status/"
    )
    static let goTrueCodes = CauseSource(
        title: "Supabase Auth: Error codes",
        url: "https://supabase.com/docs/guides/auth/debugging/error-codes"
    )
    static let identityToken = CauseSource(
        title: "OpenID Connect Core 1.0 §3.1.3.7, ID Token Validation",
        url: "https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation"
    )
    static let passwords = CauseSource(
        title: "NIST SP 800-63B, Digital Identity Guidelines: Authentication",
        url: "https://pages.nist.gov/800-63-4/sp800-63b.html"
    )
}
