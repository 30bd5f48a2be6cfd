/// A complete address that a browser can be redirected to: with an authority, or of an app's own scheme without one,
/// such as `com.example.app:/oauth2redirect` (RFC 8252 §7.1).
public struct RedirectAddress: Sendable, Hashable {
    private static let maximumLength = 2048
    /// These schemes execute or display content in place, or are not an app.
    private static let rejectedSchemes: Set<Substring> = [
        "javascript", "data", "vbscript", "file", "blob", "about", "filesystem", "view-source", "mailto", "tel", "ftp",
        "ws", "wss",
    ]
    private static let loopbackHosts: Set<Substring> = ["localhost", "127.0.0.1", "[::1]"]

    public let scheme: String
    /// The authority with the port; empty for an app's own scheme without one.
    public let authority: String
    let hasPath: Bool
    public var isWeb: Bool { scheme == "https" || scheme == "http" }

    public init?(_ text: String) {
        guard text.utf8.count <= Self.maximumLength,
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !Array("\"'<>\\^`{|}#".utf8).contains($0) }),
            let end = text.utf8.firstIndex(of: UInt8(ascii: ":"))
        else { return nil }
        let scheme = text[..<end]
        guard let first = scheme.utf8.first, (0x61...0x7A).contains(first), scheme.utf8.count <= 60,
            scheme.utf8.allSatisfy({
                (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E].contains($0)
            }),
            !Self.rejectedSchemes.contains(scheme)
        else { return nil }
        let isWeb = scheme == "https" || scheme == "http"
        var rest = text[end...].dropFirst()
        if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
        } else {
            // Such a scheme is a domain name of the app's maker, in reverse order.
            guard !isWeb, scheme.contains("."), rest.hasPrefix("/") else { return nil }
        }
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        let path = rest.dropFirst(authority.count).prefix { $0 != "?" }
        guard !authority.contains("@"), !Self.climbs(path) else { return nil }
        self.scheme = String(scheme)
        self.authority = String(authority)
        hasPath = path.hasPrefix("/")
        guard isWeb else { return }
        guard !authority.hasPrefix("[") || authority.contains("]") else { return nil }
        let host = authority.hasPrefix("[") ? authority.prefix { $0 != "]" } + "]" : authority.prefix { $0 != ":" }
        let port = authority.dropFirst(host.count)
        guard
            port.isEmpty
                || port.first == ":" && (2...6).contains(port.utf8.count)
                    && port.dropFirst().utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        guard
            scheme == "https"
                ? HostName(String(host)) != nil || Self.loopbackHosts.contains(host) : Self.loopbackHosts.contains(host)
        else { return nil }
    }

    /// The host of a web address.
    public var host: HostName? { isWeb ? HostName(String(authority.prefix { $0 != ":" })) : nil }

    /// Whether a browser would resolve the path to another one than written.
    private static func climbs(_ path: Substring) -> Bool {
        path.split(separator: "/").contains { part in
            let plain = part.lowercased().replacing("%2e", with: ".")
            return plain == "." || plain == ".."
        } || path.lowercased().contains("%2f") || path.lowercased().contains("%5c")
    }
}

/// Allows redirects to one address, or to all with a prefix when it ends with a star.
///
/// `https://app.example.com/welcome`, `https://app.example.com/*`, `coachme://auth-callback`. Plain http is for this
/// machine only.
public struct RedirectRule: Sendable, Hashable, LosslessStringConvertible {
    public static let maximumLength = 300

    public let description: String
    private var isOpen: Bool { description.hasSuffix("*") }

    /// - Returns: nil for an address that no browser may be sent to, such as `javascript:`.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.maximumLength, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let fixed = text.hasSuffix("*") ? String(text.dropLast()) : text
        guard !fixed.contains("*"), let parts = RedirectAddress(fixed) else { return nil }
        // A star right behind a host name would also match example.com.evil.example.
        guard !text.hasSuffix("*") || !parts.isWeb || parts.hasPath else { return nil }
        description = text
    }

    /// - Parameter address: a complete address, without fragment.
    public func allows(_ address: String) -> Bool {
        guard RedirectAddress(address) != nil else { return false }
        return isOpen ? address.hasPrefix(description.dropLast()) : address == description
    }
}
