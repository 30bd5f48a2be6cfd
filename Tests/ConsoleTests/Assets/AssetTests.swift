import Domain
import Fixtures
import Foundation
import HTTPTypes
import Testing

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import TelemetryAPI
@testable import WebFixtures

@Suite struct AssetTests {
    private static let publicFolder = PackageFolder.root.appending(path: "Public")

    @Test func `a page loads one stylesheet and one script, which browsers keep for good`() async throws {
        let site = try await ConsoleSite()
        var browser = site.browser
        let page = try await browser.open("/sign-in")
        let addresses = page.html.matches(of: #/(?:href|src)="(\/assets\/[^"]*)"/#).map { String($0.1) }

        #expect(addresses.count == 2)
        #expect(page.html.matches(of: #/<link rel="stylesheet"/#).count == 1)
        for (address, type) in zip(addresses, ["text/css; charset=utf-8", "text/javascript; charset=utf-8"]) {
            let asset = try await browser.open(address)
            #expect(asset.status == .ok)
            #expect(asset.headers[.contentType] == type)
            #expect(asset.headers[.cacheControl] == "public, max-age=31536000, immutable")
            #expect(asset.headers[.setCookie] == nil)
            #expect(!asset.html.contains("@import"))
        }
    }

    @Test func `the stylesheet holds every file, in the order of the entry`() throws {
        let folder = Self.publicFolder.appending(path: "css")
        let text = try Stylesheet(folder: folder.path).text
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0 != Stylesheet.entry }

        for file in files {
            let part = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            #expect(text.contains("{\n\(part)}\n"), "\(file)")
        }
        let order = try ["reset", "tokens", "base", "button", "utilities"].map { name in
            let part = try String(contentsOf: folder.appending(path: "\(name).css"), encoding: .utf8)
            return try #require(text.range(of: part)).lowerBound
        }
        #expect(order == order.sorted())
    }

    @Test func `another content has another address, and an address of before is not found`() async throws {
        let old = AssetFile("console", "css", type: "text/css", text: "a {}")
        let new = AssetFile("console", "css", type: "text/css", text: "a { color: red }")
        let site = try await ConsoleSite()
        var browser = site.browser

        #expect(old.path != new.path)
        #expect(try await browser.open(old.path).status == .notFound)
    }

    @Test(arguments: [
        ("@layer base;\n@import url(\"gone.css\") layer(base);\n", "gone.css"),
        ("a { color: red }\n", "cannot be joined"),
        ("@import url(\"../secret.css\") layer(base);\n", "cannot be joined"),
    ])
    func `what cannot be joined stops the start, by name`(entry: String, reason: String) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "gatehouse-css-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(entry.utf8).write(to: folder.appending(path: Stylesheet.entry))

        let problem = #expect(throws: AssetProblem.self) { try Stylesheet(folder: folder.path) }

        #expect(problem?.description.contains(reason) == true)
    }

    @Test func `scripts write out the characters that pages write out`() throws {
        func script(_ name: String) throws -> String {
            try String(contentsOf: Self.publicFolder.appending(path: "js/\(name).js"), encoding: .utf8)
        }
        let ranges = try script("visible-text").matches(of: #/\\\\u\{([0-9A-F]+)\}(?:-\\\\u\{([0-9A-F]+)\})?/#)
            .compactMap { match in
                UInt32(match.1, radix: 16).map { first in first...(match.2.flatMap { UInt32($0, radix: 16) } ?? first) }
            }

        let hidden = (0...0x10FFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init).filter(VisibleText.isHidden)
        #expect(hidden.map(\.value) == ranges.flatMap { Array($0) })
        // Every text of an event becomes part of the page in one of two ways.
        let tail = try script("live-tail")
        #expect(tail.contains("part instanceof Node ? part : visibleText(part)"))
        #expect(tail.contains("createTextNode(visibleText(value))"))
        #expect(tail.matches(of: #/createTextNode|\.append\(|innerHTML|insertAdjacent/#).count == 2)
    }
}
