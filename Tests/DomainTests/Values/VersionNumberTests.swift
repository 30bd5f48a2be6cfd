import Domain
import Testing

struct VersionNumberTests {
    /// Each is lower than the next.
    private static let ascending = [
        "0", "1.0.0-0", "1.0.0-2", "1.0.0-10", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta",
        "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0-rc.1", "1.0", "1.0.0.1", "1.0.1", "1.2", "1.10", "2.3", "2.4.0-beta.2",
        "2.4.0", "18", "18.2", "18.2.1", "417", "20261122103000", "18446744073709551615",
    ]

    @Test func `versions are ordered by number, then by pre-release`() throws {
        let versions = try Self.ascending.map { try #require(VersionNumber($0), "\($0)") }

        for (place, version) in versions.enumerated() {
            for (other, later) in versions.enumerated() {
                #expect((version < later) == (place < other), "\(version) \(later)")
                #expect((version == later) == (place == other), "\(version) \(later)")
            }
        }
    }

    @Test(arguments: [
        ("2.3", "2.3.0"), ("2", "2.0.0.0"), ("v2.3", "2.3"), ("V2.3", "2.3"), ("2.4.0+17", "2.4.0"),
        ("2.4.0 (17)", "2.4"),
        ("2.4.0-beta.2+17", "2.4.0-beta.2"), ("com.example.app@2.4.0+17", "2.4"), ("02.03", "2.3"), ("0.0", "0"),
        ("1-beta.02", "1-beta.2"),
    ])
    func `zeros at the end, a build and a name don't count`(text: String, same: String) throws {
        let version = try #require(VersionNumber(text))

        #expect(version == VersionNumber(same))
        #expect(version.hashValue == VersionNumber(same)?.hashValue)
        #expect(VersionNumber(version.description) == version)
    }

    @Test(arguments: [
        "", "v", ".", "2.", ".3", "2..3", "a", "2.x", "22C150", "2.4.0-", "2.4.0-a..b", "2.4.0-é", "2.4.0 17",
        "2.4.0(17)",
        "2.4 (17", "-1", "+1", " 2", "2 ", "18446744073709551616", "1.2.3.4.5.6.7.8.9", "٢.٣", "2.4.0-a b", "2\u{0}",
    ])
    func `other texts are no versions`(text: String) {
        #expect(VersionNumber(text) == nil)
    }

    @Test func `a long text is no version`() {
        #expect(VersionNumber("1-" + String(repeating: "a", count: 126)) != nil)
        #expect(VersionNumber("1-" + String(repeating: "a", count: 127)) == nil)
        #expect(VersionNumber(String(repeating: "1.", count: 1_000_000)) == nil)
    }

    @Test func `a pre-release number of any length has a place in the order`() throws {
        let huge = try #require(VersionNumber("1.0.0-99999999999999999999999"))

        #expect(try #require(VersionNumber("1.0.0-9")) < huge)
        #expect(huge < (try #require(VersionNumber("1.0.0"))))
    }
}
