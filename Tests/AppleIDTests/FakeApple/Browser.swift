import AsyncHTTPClient
import Domain
import FakeApple
import NIOCore
import NIOHTTP1

/// What a browser does with the pages of the fake Apple.
struct Browser: Sendable {
    struct Page: Sendable {
        let status: Int
        let text: String

        /// The fields of the form that a page posts, hidden ones only.
        var hidden: [String: String] {
            var fields: [String: String] = [:]
            for match in text.matches(of: /<input type="hidden" name="([^"]*)" value="([^"]*)">/) {
                fields[Self.plain(match.1)] = Self.plain(match.2)
            }
            return fields
        }

        var action: String? { text.firstMatch(of: /<form method="post" action="([^"]*)">/).map { Self.plain($0.1) } }

        private static func plain(_ text: Substring) -> String {
            String(text).replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
                .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
        }
    }

    let apple: FakeApple

    func get(_ path: String, _ fields: [(String, String)]) async throws -> Page {
        try await send(HTTPClientRequest(url: apple.url + path + "?" + Self.form(fields)))
    }

    func post(_ path: String, _ fields: [(String, String)]) async throws -> Page {
        try await post(path, body: Self.form(fields))
    }

    func post(_ path: String, body: String, type: String = "application/x-www-form-urlencoded") async throws -> Page {
        var request = HTTPClientRequest(url: apple.url + path)
        request.method = .POST
        request.headers.add(name: "content-type", value: type)
        request.body = .bytes(ByteBuffer(string: body))
        return try await send(request)
    }

    private func send(_ request: HTTPClientRequest) async throws -> Page {
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(600))
        let body = try await response.body.collect(upTo: 1_048_576)
        return Page(status: Int(response.status.code), text: String(buffer: body))
    }

    private static func form(_ fields: [(String, String)]) -> String {
        fields.map { "\($0.0)=\(PercentEncoding.encode($0.1))" }.joined(separator: "&")
    }
}
