import Domain
import HTTPTypes
import Hummingbird
import NIOCore
import Testing
import UseCases

@testable import WebCore
@testable import WebFixtures

@Suite struct ClientNetworkIdentificationTests {
    /// - Returns: the networks whose shares a request uses, as `own wide`, or `none`.
    private func networks(from address: String?, forwardedFor: String?) async throws -> String? {
        let identification = RequestIdentification(
            proxies: try TrustedProxies("10.0.0.0/8, 2001:db8:ffff::/48"),
            systemContext: .system
        )
        var headers = HTTPFields()
        headers[.xForwardedFor] = forwardedFor
        let request = Request(
            head: HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/", headerFields: headers),
            body: RequestBody(buffer: ByteBuffer())
        )
        var context = GatehouseContext.test()
        context.identity.peer = address.flatMap { IPAddress($0) }
        let response = try await identification.handle(request, context: context) { _, context in
            let networks = context.identity.networks.map { "\($0.own) \($0.wide)" }
            return Response(status: .ok, headers: [.eTag: networks ?? "none"])
        }
        return response.headers[.eTag]
    }

    @Test(
        arguments: [
            ("192.0.2.1", nil, "192.0.2.1 c00002"), ("::ffff:192.0.2.1", nil, "192.0.2.1 c00002"),
            ("2001:db8:1:2::1", nil, "20010db800010002 20010db80001"),
            // Only a trusted proxy says who the client is.
            ("192.0.2.1", "198.51.100.1", "192.0.2.1 c00002"),
            ("10.0.0.1", "198.51.100.1", "198.51.100.1 c63364"),
            ("2001:db8:ffff::1", "203.0.113.9, 198.51.100.1, 10.0.0.2", "198.51.100.1 c63364"),
        ] as [(String, String?, String)]
    )
    func `a client has the networks of its address`(
        peer: String,
        forwardedFor: String?,
        expected: String
    ) async throws {
        #expect(try await networks(from: peer, forwardedFor: forwardedFor) == expected)
    }

    @Test(
        arguments: [
            (nil, nil), ("127.0.0.1", nil), ("::1", nil), ("10.0.0.1", nil), ("10.0.0.1", "10.0.0.2"),
            ("10.0.0.1", "127.0.0.1"), ("2001:db8:ffff::1", nil),
        ] as [(String?, String?)]
    )
    func `this machine, a trusted proxy itself and a socket without an address have none`(
        peer: String?,
        forwardedFor: String?
    ) async throws {
        #expect(try await networks(from: peer, forwardedFor: forwardedFor) == "none")
    }
}
