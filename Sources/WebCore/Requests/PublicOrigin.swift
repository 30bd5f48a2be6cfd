import HTTPTypes
import Hummingbird

/// Scheme, host and port of the page that sent a request, from `Origin` (RFC 6454 §7) or `Referer`.
package struct PageOrigin: Sendable, Hashable {
    package let isSecure: Bool
    package let authority: Authority

    /// Parses the origin of a longer address too.
    package init?(_ text: String) {
        let bytes = text.utf8
        let start = String(decoding: bytes.prefix(8), as: UTF8.self).lowercased()
        guard let scheme = ["https://", "http://"].first(where: start.hasPrefix) else { return nil }
        let rest = bytes.dropFirst(scheme.utf8.count).prefix { !"/?#".utf8.contains($0) }
        guard let authority = Authority(String(decoding: rest, as: UTF8.self)) else { return nil }
        isSecure = scheme == "https://"
        // Browsers leave out the default port of the scheme.
        self.authority = authority.withoutPort(isSecure ? 443 : 80)
    }
}

/// The public address of this server, which determines its own pages.
package struct PublicOrigin: Sendable {
    private let own: PageOrigin?
    /// Whether the public address is https.
    package let isSecure: Bool

    /// - Parameter text: the base URL, `https://gatehouse.example.com`.
    package init(_ text: String) {
        own = PageOrigin(text)
        isSecure = text.hasPrefix("https://")
    }

    /// The host of the base URL, with the port unless it is the default.
    package var authority: Authority? { own?.authority }

    /// Returns whether `page` belongs to this server. Over https the `Host` of the request is ignored, because anyone
    /// can point a domain name at this server.
    ///
    /// Over plain http, which is for trials on one machine, the server has several names: a page of `localhost` is its
    /// own if the request has the same host and port.
    package func owns(_ page: PageOrigin, _ request: Request) -> Bool {
        if page == own { return true }
        guard !isSecure, !page.isSecure, page.authority.isLoopback,
            let sentTo = request.head.authority.flatMap(Authority.init)
        else {
            return false
        }
        return sentTo.withoutPort(80) == page.authority
    }
}

extension Authority {
    fileprivate func withoutPort(_ standard: Int) -> Authority {
        port == standard ? Authority(host: host, port: nil) : self
    }

    private init(host: String, port: Int?) {
        self.host = host
        self.port = port
    }
}
