import Testing

@testable import Ingest

@Suite struct ContentCodingTests {
    @Test(arguments: [
        ("", ContentCoding.identity), ("Identity", .identity), ("GZIP", .gzip), ("x-gzip", .gzip),
        ("deflate", .deflate),
        ("br", .brotli), ("zstd", .zstandard),
    ])
    func `a coding is known by its registered name, in any case`(field: String, coding: ContentCoding) {
        #expect(ContentCoding(field: field) == coding)
    }

    @Test(arguments: ["gzip, gzip", "gzip,identity", "UTF-8", "x-deflate", "gzip\u{301}", "gzipgzipgzipgzipgzip"])
    func `another name is unknown, and so is a list`(field: String) {
        #expect(ContentCoding(field: field) == nil)
    }

    @Test func `what needs a library is supported where the library is built in`() {
        var expected: [ContentCoding] = [.gzip, .deflate]
        #if Brotli
        expected.append(.brotli)
        #endif
        #if Zstandard
        expected.append(.zstandard)
        #endif

        #expect(ContentCoding.supported == expected)
        #expect(ContentCoding.allCases.allSatisfy { (ContentDecoder($0) != nil) == expected.contains($0) })
    }

    @Test(.enabled(if: ContentCoding.brotli.isSupported, "needs the package trait Brotli"))
    func `brotli is built in`() { #expect(ContentDecoder(.brotli) != nil) }

    @Test(.enabled(if: ContentCoding.zstandard.isSupported, "needs the package trait Zstandard"))
    func `Zstandard is built in`() { #expect(ContentDecoder(.zstandard) != nil) }
}
