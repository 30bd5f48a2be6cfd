import Foundation

/// The public address: scheme, host and port, without a path.
struct BaseURL: Hashable, Sendable, CustomStringConvertible {
    let isSecure: Bool
    /// Host and port; the default port of the scheme is left out: `gatehouse.example.com`, `127.0.0.1:8080`.
    let authority: String

    init(isSecure: Bool, authority: String) {
        self.isSecure = isSecure
        self.authority = authority
    }

    init?(_ text: String) {
        guard text.utf8.count <= 300, let parts = URLComponents(string: text), let host = parts.host, !host.isEmpty,
            parts.scheme == "http" || parts.scheme == "https", parts.path.isEmpty || parts.path == "/",
            parts.query == nil,
            parts.fragment == nil, parts.user == nil, parts.password == nil,
            parts.port.map({ (1...65535).contains($0) }) ?? true,
            text.utf8.allSatisfy({ $0 < 0x80 })  // a name in another script is written in its ASCII form, xn--…
        else { return nil }
        let standardPort = parts.scheme == "https" ? 443 : 80
        let name = host.lowercased()
        isSecure = parts.scheme == "https"
        authority = parts.port.map { $0 == standardPort ? name : "\(name):\($0)" } ?? name
    }

    var description: String { "\(isSecure ? "https" : "http")://\(authority)" }

    /// Whether the host is a loopback address.
    var isLoopback: Bool {
        let host =
            authority.hasPrefix("[")
            ? String(authority.prefix { $0 != "]" }.dropFirst()) : String(authority.prefix { $0 != ":" })
        return ListenAddress(host: host, port: 0).isLoopback
    }
}
