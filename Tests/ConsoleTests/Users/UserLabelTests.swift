import Domain
import Fixtures
import Testing
import UseCases

@testable import Console
@testable import ConsoleKit
@testable import WebFixtures

@Suite struct UserLabelTests {
    @Test func `every state, sign-in method, order, session and built-in role has its texts`() {
        let keys =
            User.State.allCases.map { "users.state.\($0.rawValue)" }
            + Identity.Provider.allCases.map { "users.method.\($0.rawValue)" }
            + UserQuery.Sort.allCases.flatMap { ["users.sort.\($0.rawValue.asKeyPart)", $0.order.description] }
            + Session.Kind.allCases.flatMap { ["sessions.kind.\($0.rawValue)", "sessions.kind-detail.\($0.rawValue)"] }
            + Session.EndReason.allCases.map { "sessions.end-reason.\($0.rawValue.asKeyPart)" }
            + SessionSearch.Life.allCases.map { "sessions.state.\($0.rawValue)" }
            + Role.builtIn.map { "common.role.\($0.name.description.asKeyPart)" }

        #expect(keys.filter { !TestTexts.english.has(TextKey($0)) } == [])
    }

    @Test func `a built-in role is called in English as the API calls it`() {
        for role in Role.builtIn { #expect(role.title(TestTexts.english) == role.title) }
    }

    @Test func `the title of a custom role is not translated, and hidden characters are visible`() throws {
        let name = try #require(Role.Name("reader"))
        let role = Role(name: name, title: "Reader\u{202E}", rank: 10, permissions: [])

        #expect(role.title(TestTexts.french) == "Reader\\u{202E}")
    }

    @Test func `a count of users is grouped as the language does`() {
        #expect(UserCount.exactly(1_024_551).label(TestTexts.english) == "1,024,551")
        #expect(UserCount.moreThan(1000).label(TestTexts.english) == "more than 1,000")
        #expect(UserCount.moreThan(1000).label(TestTexts.french) == "plus de 1\u{202F}000")
    }

    @Test(arguments: [
        (Device(name: "Sue’s iPhone", model: "iPhone16,1"), "Sue’s iPhone", "Sue’s iPhone"),
        (Device(userAgent: "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0"), "Firefox on Linux", "Firefox sur Linux"),
        (Device(), "Unknown device", "Appareil inconnu"),
    ])
    func `a device is called by its name, else by its browser`(device: Device, english: String, french: String) {
        #expect(device.title(TestTexts.english) == english)
        #expect(device.title(TestTexts.french) == french)
    }
}
