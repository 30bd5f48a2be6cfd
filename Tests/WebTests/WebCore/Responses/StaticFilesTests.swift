import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Testing

@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebCore
@testable import WebFixtures

@Suite struct StaticFilesTests {
    /// Below the folder: `css/console.css`, `secret/.env`, and `hidden.txt` beside it.
    private func send(
        _ uri: String,
        method: HTTPRequest.Method = .get,
        headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "gatehouse-tests-\(UUID())",
            directoryHint: .isDirectory
        )
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in [("Public/css/console.css", "body {}"), ("Public/secret/.env", "x"), ("hidden.txt", "x")] {
            let file = folder.appending(path: name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: file)
        }
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let router = HTTPStack(isSecure: true, renderers: ErrorRenderers(fallback: PlainRenderer(), under: [:]))
            .makeRouter()
        router.add(middleware: StaticFiles(folder: folder.appending(path: "Public").path, logger: logger))
        return try await Application(responder: router.buildResponder(), logger: logger).test(.router) { client in
            try await client.execute(uri: uri, method: method, headers: headers, body: nil)
        }
    }

    @Test func `a file is served with its type and may be kept for a while`() async throws {
        let file = try await send("/css/console.css?v=2")
        let head = try await send("/css/console.css", method: .head)
        let known = try await send("/css/console.css", headers: [.ifModifiedSince: "Fri, 01 Jan 2100 00:00:00 GMT"])

        #expect(file.status == .ok && String(buffer: file.body) == "body {}")
        #expect(file.headers[.contentType] == "text/css" && file.headers[.cacheControl] == "public, max-age=600")
        #expect(head.status == .ok && head.body.readableBytes == 0)
        #expect(known.status == .notModified)
    }

    @Test(arguments: [
        "/css", "//css", "/css/", "//css//", "/", "//", "//evil.example", "//evil.example/", "//evil.example/css",
        "/css//console.css",
        "//css/console.css", "/secret/.env", "/.", "/..", "/../hidden.txt", "/css/../css/console.css",
        "/%2e%2e/hidden.txt",
        "/css/%2e%2e/%2e%2e/hidden.txt", "/%2fevil.example", "/%5cevil.example", "/css/console.css/",
        "/css%2fconsole.css", "/css/%00",
    ])
    func `folders, other places and other spellings are not found, and nothing is ever redirected`(
        path: String
    ) async throws {
        for method in [HTTPRequest.Method.get, .head] {
            let answer = try await send(path, method: method)

            #expect(answer.status == .notFound || answer.status == .badRequest, "\(method) \(path): \(answer.status)")
            #expect(answer.headers[.location] == nil)
        }
    }

    @Test(arguments: [
        "bytes=7-", "bytes=8-", "bytes=99999999999-", "bytes=0-2", "bytes=-3", "bytes=5-2", "bytes=x", "bytes=0-1,3-4",
    ])
    func `a wish for a part is answered with the whole file, with its true length`(range: String) async throws {
        let answer = try await send("/css/console.css", headers: [.range: range])

        #expect(answer.status == .ok && answer.headers[.contentLength] == "7" && answer.body.readableBytes == 7)
        #expect(answer.headers[.contentRange] == nil && answer.headers[.acceptRanges] == nil)
    }
}
