import Foundation

/// The public address of a server: scheme, host and port, without a path.
///
/// The installation's own is the issuer of its tokens and the place of its pages and links; it is never taken from a
/// request.
public struct PublicAddress: Hashable, Sendable, CustomStringConvertible {
    /// The address is https.
    public let isSecure: Bool
    /// Host and port; the default port of the scheme is left out: `gatehouse.example.com`, `127.0.0.1:8080`.
    public let authority: String

    public init(isSecure: Bool, authority: String) {
        self.isSecure = isSecure
        self.authority = authority
    }

    /// - Returns: nil for other text than `http://` or `https://` with a host, and with a path, a query or a user.
    public init?(_ text: String) {
        guard text.utf8.count <= 300, let parts = URLComponents(string: text), let host = parts.encodedHost,
            !host.isEmpty,
            parts.scheme == "http" || parts.scheme == "https", parts.path.isEmpty || parts.path == "/",
            parts.query == nil,
            parts.fragment == nil, parts.user == nil, parts.password == nil,
            parts.port.map({ (1...65535).contains($0) }) ?? true,
            // A name in another script is written in its ASCII form, xn--…, as browsers send it.
            text.utf8.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "%") })
        else { return nil }
        let standardPort = parts.scheme == "https" ? 443 : 80
        let name = host.lowercased()
        isSecure = parts.scheme == "https"
        authority = parts.port.map { $0 == standardPort ? name : "\(name):\($0)" } ?? name
    }

    /// `https://gatehouse.example.com`
    public var origin: String { "\(isSecure ? "https" : "http")://\(authority)" }

    public var description: String { origin }

    /// The absolute URL of a path, for links outside pages, such as an invitation.
    public func url(_ path: String) -> String { origin + path }
}
