import FakeApple
import Testing

@Suite struct ForgeryTests {
    @Test(arguments: ForgedToken.all)
    func `a forged token is refused for its reason, and makes no request to anyone`(_ forged: ForgedToken) async throws
    {
        let site = try await AppleSite()
        _ = try await site.identity(try site.token())
        let before = site.apple.requests

        let failure = try await site.rejection(try forged.make(site), expecting: forged.expectation)

        #expect(failure == forged.failure)
        #expect(site.apple.requests - before == forged.requests)
    }

    @Test func `there are enough forgeries, each of its own name`() {
        #expect(ForgedToken.all.count >= 60)
        #expect(Set(ForgedToken.all.map(\.name)).count == ForgedToken.all.count)
    }
}
