import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import StrictJSON
import Testing

@testable import WebCore
@testable import WebFixtures

@Suite struct PublicContentTests {
    private static let content = PublicContent(["a": 1])

    private func send(_ headers: HTTPFields) async throws -> TestResponse {
        let router = TestRouter()
        router.routes().get("content") { call in
            Self.content.response(to: call.request, cachedFor: 60, varyingBy: [.acceptLanguage])
        }
        return try await router.send(.get, "/content", headers: headers)
    }

    @Test func `content has a tag, and may be kept`() async throws {
        let response = try await send([:])

        #expect(response.status == .ok && String(buffer: response.body) == #"{"a":1}"#)
        #expect(response.headers[.contentType] == "application/json")
        #expect(response.headers[.cacheControl] == "public, max-age=60")
        #expect(response.headers[.vary] == "Accept-Language")
        #expect(response.headers[.eTag]?.wholeMatch(of: #/"[A-Za-z0-9_-]{16}"/#) != nil)
    }

    @Test func `a client that has the content gets its head alone`() async throws {
        let tag = try #require(try await send([:]).headers[.eTag])

        for known in [tag, "W/\(tag)", "\"other\" , \(tag)", "*"] {
            let response = try await send([.ifNoneMatch: known])
            #expect(response.status == .notModified && response.body.readableBytes == 0, "\(known)")
            #expect(response.headers[.eTag] == tag && response.headers[.cacheControl] == "public, max-age=60")
        }
        for known in ["\"other\"", String(tag.dropLast()), "", "*, x"] {
            #expect(try await send([.ifNoneMatch: known]).status == .ok, "\(known)")
        }
    }

    @Test func `content is made once for each key`() {
        let cache = PublicContentCache<Int>()
        var made: [Int] = []

        for key in [1, 2, 1, 2, 1] {
            _ = cache.content(key) {
                made.append(key)
                return Self.content
            }
        }

        #expect(made == [1, 2])
    }
}
