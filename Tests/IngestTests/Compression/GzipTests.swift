import Packing
import Testing

@testable import Ingest

@Suite struct GzipTests {
    @Test func `what is not gzip is refused`() throws {
        let decoder = try #require(ContentDecoder(.gzip))
        var damaged = Packing.gzip.pack(Array(repeating: 7, count: 1000))
        damaged[damaged.count - 6] ^= 0xFF

        for body in [Array("{\"events\":[]}".utf8), damaged, Packing.zlib.pack([1, 2, 3])] {
            #expect(throws: InflateError.malformed) {
                try decoder.decode(body)
            }
        }
    }

    @Test func `a zlib container needs no dictionary`() throws {
        let decoder = try #require(ContentDecoder(.deflate))
        // CMF and FLG with FDICT, which are a multiple of 31, and the dictionary's checksum.
        let body: [UInt8] = [0x78, 0xBB, 0, 0, 0, 1, 3, 0]

        #expect(throws: InflateError.malformed) {
            try decoder.decode(body)
        }
    }

    @Test(arguments: [0, 1, 6, 9]) func `both forms of deflate are read at every level`(level: Int32) throws {
        let decoder = try #require(ContentDecoder(.deflate))
        let text = Array("{\"events\":[]}".utf8)

        for windowBits: Int32 in [15, 9, -15, -9] {
            let body = ZlibPacking.pack(text, windowBits: windowBits, level: level)
            #expect(try decoder.decode(body) == text)
        }
    }
}
