import HTTPTypes
import Hummingbird

/// Scheme, host and port that a page came from, as a browser names it in `Origin` (RFC 6454 §7) or at the beginning of
/// `Referer`.
struct PageOrigin: Sendable, Hashable {
    let isSecure: Bool
    let authority: Authority

    /// Reads the beginning of a longer address too.
    init?(_ text: String) {
        let bytes = text.utf8
        let start = String(decoding: bytes.prefix(8), as: UTF8.self).lowercased()
        guard let scheme = ["https://", "http://"].first(where: start.hasPrefix) else { return nil }
        let rest = bytes.dropFirst(scheme.utf8.count).prefix { !"/?#".utf8.contains($0) }
        guard let authority = Authority(String(decoding: rest, as: UTF8.self)) else { return nil }
        isSecure = scheme == "https://"
        // The scheme's own port is not written by browsers.
        self.authority = authority.withoutPort(isSecure ? 443 : 80)
    }
}

/// Where people reach this server: which pages are its own.
struct PublicOrigin: Sendable {
    private let own: PageOrigin?
    /// The public address is https.
    let isSecure: Bool

    /// - Parameter text: the base URL, `https://gatehouse.example.com`.
    init(_ text: String) {
        own = PageOrigin(text)
        isSecure = text.hasPrefix("https://")
    }

    /// Of the base URL, without the scheme's own port.
    var authority: Authority? { own?.authority }

    /// What the request says of the server's name decides nothing, for whoever points a name of theirs at this server
    /// writes it.
    ///
    /// Over plain http, which is for trials on one machine, the server has several names: a page of `localhost` is its
    /// own when the request was sent to the very same name and port.
    func owns(_ page: PageOrigin, _ request: Request) -> Bool {
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
