import Testing
import UseCases

@Suite struct ClientNetworkTests {
    @Test(
        arguments: [
            ("192.0.2.7", "192.0.2.7", "c00002"), ("::ffff:192.0.2.7", "192.0.2.7", "c00002"),
            ("2001:db8:1:2ff::9", "20010db8000102ff", "20010db80001"),
        ]
    )
    func `a client is in an address or a /64, and in a /24 or a /48`(
        address: String,
        own: String,
        wide: String
    ) throws {
        let networks = try #require(ClientNetworks(address))

        #expect(networks.own == own && networks.wide == wide)
    }

    @Test(arguments: ["", "unknown", "192.0.2", "192.0.2.7:80", "a"])
    func `text that is no address has no networks`(text: String) {
        #expect(ClientNetworks(text) == nil)
    }

    @Test func `an address has a tenth, a network a quarter, and both at least one`() {
        #expect(ClientNetworks.ownShare(of: 100) == 10 && ClientNetworks.wideShare(of: 100) == 25)
        #expect(ClientNetworks.ownShare(of: 3) == 1 && ClientNetworks.wideShare(of: 3) == 1)
    }
}
