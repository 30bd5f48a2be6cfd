import Domain
import Fixtures
import HTTPTypes
import StrictJSON
import Testing

@testable import ManagementAPI
@testable import WebCore
@testable import WebFixtures

@Suite struct CodeRoutesTests {
    @Test func `every code is listed and can be read without a credential`() async throws {
        let site = try await Site()

        let list = try await site.send(.get, "/api/v1/codes", [:]).json["items"]?.arrayValue ?? []

        #expect(list.compactMap { $0["code"]?.stringValue } == CauseCatalogue.entries.map(\.code))
        for item in list {
            let code = try #require(item["code"]?.stringValue)
            let answer = try await site.send(.get, "/api/v1/codes/\(code)", [:])
            #expect(answer.status == 200)
            #expect(try answer.json["title"] == item["title"])
        }
    }

    @Test func `a code is explained in the accepted language`() async throws {
        let site = try await Site()
        let path = "/api/v1/codes/keychain.locked"

        let english = try await site.send(.get, path, [:]).json
        let french = try await site.send(.get, path, [.acceptLanguage: "fr"]).json
        let other = try await site.send(.get, path, [.acceptLanguage: "ja"]).json

        #expect(english["title"] == "The phone was locked, so the keychain could not be used")
        #expect(english["fault"] == "app" && english["retry"] == "after-user-action")
        #expect(english["section"] == "keychain" && english["stages"]?[0] == "session-store")
        #expect(french["title"] == "Le téléphone était verrouillé\u{A0}: le trousseau n’était pas accessible")
        #expect(french["snippet"] == english["snippet"] && french["sources"] == english["sources"])
        #expect(other == english)
    }

    @Test(arguments: ["/api/v1/codes", "/api/v1/codes/keychain.locked"])
    func `a response can be cached for each language, and revalidated by ETag`(path: String) async throws {
        let site = try await Site()

        let first = try await site.send(.get, path, [:])
        let tag = try #require(first.headers[.eTag])
        let second = try await site.send(.get, path, [:])
        let known = try await site.send(.get, path, [.ifNoneMatch: "\"other\", \(tag)"])
        let french = try await site.send(.get, path, [.acceptLanguage: "fr", .ifNoneMatch: tag])

        for answer in [first, second, known, french] {
            #expect(answer.headers[.cacheControl] == "public, max-age=300")
            #expect(answer.headers[.vary] == "Accept-Language")
        }
        #expect(second.bytes == first.bytes)
        #expect(known.status == 304 && known.bytes.isEmpty && known.headers[.eTag] == tag)
        #expect(french.status == 200 && french.headers[.eTag] != tag)
    }

    @Test(arguments: ["none", "keychain", "KEYCHAIN.LOCKED", "%3Cscript%3E", "keychain.locke%CC%81d"])
    func `an unknown code is not found`(code: String) async throws {
        let site = try await Site()

        let answer = try await site.send(.get, "/api/v1/codes/\(code)", [:])

        #expect(answer.status == 404 && answer.code == "code_not_found")
    }
}
