import WebCore

/// The address that the server listens on: `127.0.0.1:8080`, `[::1]:8080`, `0.0.0.0:80`, `localhost:0`.
struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
    static let standard = ListenAddress(host: "127.0.0.1", port: 8080)

    let host: String
    /// 0 lets the system choose.
    let port: Int

    init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            return nil
        }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        guard host == "localhost" || IPAddress(String(host)) != nil else { return nil }
        self.init(host: String(host), port: Int(port))
    }

    /// The address by which a program on this machine reaches the server.
    var local: ListenAddress {
        switch host {
        case "0.0.0.0": ListenAddress(host: "127.0.0.1", port: port)
        case "::": ListenAddress(host: "::1", port: port)
        default: self
        }
    }

    var isLoopback: Bool { host == "localhost" || IPAddress(host)?.isLoopback == true }

    var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
