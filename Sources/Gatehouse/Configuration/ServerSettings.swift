import Domain
import WebCore

/// The address and the connection limits of the server.
struct ServerSettings: Sendable {
    /// The configured address. A port of 0 is replaced once the system has chosen one.
    let listen: ListenAddress
    /// Nil means `http://` and the address that the server listens on.
    let address: PublicAddress?
    /// The proxies whose `X-Forwarded-For` is trusted.
    let trustedProxies: TrustedProxies
    /// The maximum number of open connections; further ones are closed.
    let connections: Int
    /// The maximum number of open connections from one address (the first hop); further ones are closed.
    let connectionsPerAddress: Int
    /// How long a stopping server still accepts connections while it reports that it is not ready.
    let drain: Duration

    init(_ reader: inout SettingsReader) {
        listen = Self.listen(&reader)
        address = Self.address(&reader)
        trustedProxies = Self.trustedProxies(&reader)
        connections = reader.integer(.connections, in: 16...65_536, default: 10_000)
        connectionsPerAddress = reader.integer(.connectionsPerAddress, in: 1...65_536, default: 64)
        drain = .seconds(reader.integer(.drainSeconds, in: 0...2, default: 1))
        if !listen.isLoopback, address?.isSecure != true {
            reader.warn(
                """
                Gatehouse listens on \(listen.host) with a plain http address. Passwords and tokens then travel unencrypted: put a \
                proxy with TLS in front, and set \(Setting.baseURL.environmentName) to its https address.
                """
            )
        }
    }

    /// The public address, once the port is known.
    func address(port: Int) -> PublicAddress {
        address ?? PublicAddress(isSecure: false, authority: ListenAddress(host: listen.host, port: port).description)
    }

    private static func listen(_ reader: inout SettingsReader) -> ListenAddress {
        guard let text = reader.text(.listen) else { return .standard }
        guard let address = ListenAddress(text) else {
            reader.reject(.listen, "must be an address and a port, like 127.0.0.1:8080 or [::1]:8080, not “\(text)”")
            return .standard
        }
        return address
    }

    private static func address(_ reader: inout SettingsReader) -> PublicAddress? {
        guard let text = reader.text(.baseURL) else { return nil }
        guard let address = PublicAddress(text) else {
            reader.reject(.baseURL, "must be http:// or https:// with a host and nothing behind, not “\(text)”")
            return nil
        }
        return address
    }

    private static func trustedProxies(_ reader: inout SettingsReader) -> TrustedProxies {
        do { return try TrustedProxies(reader.text(.trustedProxies) ?? "") } catch {
            reader.reject(["\(Setting.trustedProxies.title): \(error.sentence)"])
            return .none
        }
    }
}

extension ServerSettings {
    /// The limits of every connection.
    var connectionLimits: ConnectionLimits {
        var limits = ConnectionLimits()
        limits.connections = connections
        limits.connectionsPerAddress = connectionsPerAddress
        return limits
    }
}
