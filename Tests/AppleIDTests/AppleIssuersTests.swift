import AppleID
import Testing

@Suite
struct AppleIssuersTests {
    @Test func `both of Apple's names are accepted`() {
        #expect(AppleIssuers.all.count == 2)
    }
}
