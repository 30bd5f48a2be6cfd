import Domain
import HTTPTypes
import Testing

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebCore

@Suite struct TrustedProxiesTests {
    private func client(_ peer: String, _ forwarded: [String], trusting ranges: String) throws -> String? {
        try TrustedProxies(ranges).client(peer: IPAddress(peer), forwardedFor: forwarded)?.description
    }

    @Test func `an untrusted proxy cannot set the client address`() throws {
        #expect(try client("203.0.113.9", ["1.2.3.4"], trusting: "10.0.0.0/8") == "203.0.113.9")
    }

    @Test func `the right-most hop that is not a trusted proxy is the client`() throws {
        #expect(
            try client("10.0.0.1", ["6.6.6.6, 198.51.100.7", "10.0.0.2"], trusting: "10.0.0.0/8") == "198.51.100.7"
        )
    }

    @Test func `an unreadable hop ends the search at the proxy that wrote it`() throws {
        #expect(try client("10.0.0.1", ["198.51.100.7, <script>, 10.0.0.2"], trusting: "10.0.0.0/8") == "10.0.0.2")
    }

    @Test(arguments: [
        ("192.0.2.1:4711", "192.0.2.1"), ("[2001:db8::1]:80", "2001:db8::1"), ("::ffff:192.0.2.1", "192.0.2.1"),
    ])
    func `a hop may carry a port or be written as IPv6`(hop: String, address: String) throws {
        #expect(try client("fd00::1", [hop], trusting: "fd00::/8") == address)
    }

    @Test func `without forwarding the proxy itself is the client`() throws {
        #expect(try client("10.0.0.1", [], trusting: "10.0.0.0/8") == "10.0.0.1")
    }

    @Test(arguments: [
        "10.0.0.0/33", "10.0.0.1/8", "fd00::/129", "example.com", "10.0.0.0/", "10.0.0.0/-1", "10.0.0/8", "fd00::1/x",
    ])
    func `a wrong range is refused by name`(text: String) {
        #expect(throws: TrustedProxies.Unreadable(entry: text)) { try TrustedProxies("192.0.2.7, \(text)") }
    }

    @Test func `a range holds what its prefix says`() throws {
        let range = try #require(AddressRange("192.0.2.128/25"))

        #expect(range.contains(try #require(IPAddress("192.0.2.255"))))
        #expect(!range.contains(try #require(IPAddress("192.0.2.127"))))
        #expect(!range.contains(try #require(IPAddress("::1"))))
        #expect(try #require(AddressRange("0.0.0.0/0")).contains(try #require(IPAddress("203.0.113.9"))))
    }

    @Test(arguments: [
        ("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "0af7651916cd43dd8448eb211c80319c"),
        (
            "traceparent", "01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-later",
            "0af7651916cd43dd8448eb211c80319c"
        ),
        ("traceparent", "00-00000000000000000000000000000000-b7ad6b7169203331-01", nil),
        ("traceparent", "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", nil),
        ("traceparent", "00-0af7651916cd43dd", nil),
        ("sentry-trace", "771a43a4192642f0b136d5159a501700-1a2b3c4d5e6f7081-1", "771a43a4192642f0b136d5159a501700"),
        ("sentry-trace", "771a43a4192642f0b136d5159a501700", nil),
    ])
    func `the attempt is read from the trace headers`(name: String, value: String, expected: String?) throws {
        let headers = HTTPFields([HTTPField(name: try #require(HTTPField.Name(name)), value: value)])

        #expect(TraceID(headers: headers)?.description == expected)
    }
}
