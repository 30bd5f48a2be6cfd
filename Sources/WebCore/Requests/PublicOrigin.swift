import Domain
import HTTPTypes
import Hummingbird

/// The public address of this server, which determines its own pages.
package struct PublicOrigin: Sendable {
    private let own: PageOrigin?
    /// Whether the public address is https.
    package let isSecure: Bool

    package init(_ address: PublicAddress) {
        own = PageOrigin(address.origin)
        isSecure = address.isSecure
    }

    /// The host of the public address, with the port unless it is the default.
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
        else { return false }
        return sentTo.withoutPort(80) == page.authority
    }
}

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

/// Host and port as in `Host`, an origin and other addresses (RFC 3986 §3.2): `id.example.com`, `127.0.0.1:8080`,
/// `[::1]:8080`.
///
/// The text is parsed as a whole: trailing text after a bracket or an invalid port rejects it. `[::1].evil.example` is
/// not an address of this machine.
package struct Authority: Sendable, Hashable {
    static let maximumBytes = 300

    /// In lower case; an IPv6 address has no brackets.
    package let host: String
    /// Nil for the default port of the scheme.
    package let port: Int?

    /// - Returns: nil for other text, including text with a user before an `@`.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty, bytes.count <= Self.maximumBytes else { return nil }
        let rest: ArraySlice<UInt8>
        if bytes[0] == UInt8(ascii: "[") {
            guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            let inner = String(decoding: bytes[1..<end], as: UTF8.self)
            guard inner.utf8.contains(UInt8(ascii: ":")), IPAddress(inner) != nil else { return nil }
            host = inner.lowercased()
            rest = bytes[(end + 1)...]
        } else {
            let name = bytes.prefix { $0 != UInt8(ascii: ":") }
            guard !name.isEmpty, name.allSatisfy(Self.isOfName) else { return nil }
            host = String(decoding: name, as: UTF8.self).lowercased()
            rest = bytes[name.count...]
        }
        guard !rest.isEmpty else {
            port = nil
            return
        }
        let digits = rest.dropFirst()
        guard rest.first == UInt8(ascii: ":"), (1...5).contains(digits.count),
            digits.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(String(decoding: digits, as: UTF8.self)), (1...65535).contains(number)
        else { return nil }
        port = number
    }

    /// Whether the host is `localhost` or a loopback address. Names are not resolved.
    var isLoopback: Bool { host == "localhost" || IPAddress(host)?.isLoopback == true }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
        default: false
        }
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
