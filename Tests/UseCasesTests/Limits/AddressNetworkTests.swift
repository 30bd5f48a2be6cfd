import Domain
import Testing

@testable import UseCases

@Suite struct AddressNetworkTests {
    @Test(arguments: [
        ("192.0.2.7", "192.0.2.7", ["c00002"]),
        ("2001:db8:1:2ff::9", "20010db8000102ff", ["20010db8000102", "20010db80001"]),
        // Written inside IPv6 it is the IPv4 address: mapped, translated, 6to4.
        ("::ffff:192.0.2.7", "192.0.2.7", ["c00002"]),
        ("64:ff9b::192.0.2.7", "192.0.2.7", ["c00002"]),
        ("2002:c000:207:1::9", "192.0.2.7", ["c00002"]),
        // All clients of one Teredo server are one /64.
        ("2001:0:c000:207:0:fbff:39cd:9b5e", "20010000c0000207", ["20010000c00002", "20010000c000"]),
        ("no address", "no address", []),
    ])
    func `an address is in networks of each width`(address: String, own: String, wider: [String]) {
        #expect(AddressNetwork.of(address) == own)
        #expect(AddressNetwork.wider(than: address).map(\.network) == wider)
        #expect(AddressNetwork.widest(address) == wider.last ?? address)
    }

    @Test(arguments: [
        ("192.0.2.7", ["198.51.100.1", "192.0.2.7"], true),
        ("2001:db8:1:2::9", ["2001:db8:1:2:3::1"], true),
        ("192.0.2.7", ["192.0.2.8"], false),
        // Missing addresses are none.
        ("192.0.2.7", [], false),
        // More than the maximum are all read.
        ("192.0.2.7", ["192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4", "192.0.2.7"], true),
    ])
    func `an address is in the network of one of others`(address: String, others: [String], isFound: Bool) {
        #expect(AddressNetwork.isNetwork(of: address, among: others, outOf: 4) == isFound)
    }

    @Test func `a wait after many failures in a row doubles up to a day`() {
        #expect(ConsecutiveFailures.wait(after: 99) == nil)
        #expect(ConsecutiveFailures.wait(after: 100) == .minutes(1))
        #expect(ConsecutiveFailures.wait(after: 103) == .minutes(8))
        #expect(ConsecutiveFailures.wait(after: 111) == .days(1))
        #expect(ConsecutiveFailures.wait(after: .max) == .days(1))
    }
}
