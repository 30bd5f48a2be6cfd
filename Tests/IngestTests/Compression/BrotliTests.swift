#if Brotli
import Packing
import Testing

@testable import Ingest

@Suite struct BrotliTests {
    private let text = (0..<2000).flatMap { Array("{\"events\":[\($0 &* $0)]}".utf8) }

    @Test(arguments: 10...24 as ClosedRange<Int32>)
    func `the memory of the decoder follows from the window that the body names`(windowBits: Int32) throws {
        let decoder = try #require(ContentDecoder(.brotli))
        let body = BrotliPacking.pack(text, windowBits: windowBits)

        let window = decoder.memoryBytes(for: body) - decoder.memoryBytes(for: [])

        #expect(window == (1 << Int(windowBits)) * 3 / 2)
        #expect(try decoder.decode(body) == text)
    }

    @Test func `a large window is refused`() throws {
        let decoder = try #require(ContentDecoder(.brotli))
        let body = BrotliPacking.pack(text, windowBits: 26)

        #expect(throws: InflateError.malformed) { try decoder.decode(body) }
    }

    @Test(arguments: 0...11 as ClosedRange<Int32>) func `every quality is read`(quality: Int32) throws {
        let decoder = try #require(ContentDecoder(.brotli))

        #expect(try decoder.decode(BrotliPacking.pack(text, windowBits: 22, quality: quality)) == text)
    }
}
#endif
