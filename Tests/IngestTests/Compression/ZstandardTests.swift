#if Zstandard
import Packing
import Testing

@testable import Ingest

@Suite struct ZstandardTests {
    private let text = (0..<2000).flatMap { Array("{\"events\":[\($0 &* $0)]}".utf8) }

    @Test(arguments: 10...23 as ClosedRange<Int32>)
    func `the memory of the decoder follows from the window that the frame names`(windowLog: Int32) throws {
        let decoder = try #require(ContentDecoder(.zstandard))
        let body = ZstandardPacking.pack(text, windowLog: windowLog)

        let window = decoder.memoryBytes(for: body) - 512 * 1024

        #expect(window == 1 << Int(windowLog))
        #expect(try decoder.decode(body) == text)
    }

    @Test func `a single segment needs memory for its content only`() throws {
        let decoder = try #require(ContentDecoder(.zstandard))

        for count in [0, 1, 255, 256, 300, 65_535, 65_536, 100_000] {
            let body = ZstandardPacking.pack([UInt8](repeating: 7, count: count), windowLog: nil)
            #expect(decoder.memoryBytes(for: body) - 512 * 1024 == count)
        }
    }

    @Test func `a header that is cut short counts as the largest window`() throws {
        let decoder = try #require(ContentDecoder(.zstandard))
        let body = ZstandardPacking.pack(text, windowLog: nil)

        for end in 0...6 { #expect(decoder.memoryBytes(for: Array(body[..<end])) == 512 * 1024 + 8 << 20) }
    }

    @Test func `a window above 8 MiB is refused`() throws {
        let decoder = try #require(ContentDecoder(.zstandard))
        let body = ZstandardPacking.pack(text, windowLog: 24)

        #expect(throws: InflateError.windowTooLarge(maximumBytes: 8 << 20)) { try decoder.decode(body) }
        #expect(decoder.memoryBytes(for: body) == 512 * 1024 + 8 << 20)
    }

    @Test func `a length that no integer holds is refused`() throws {
        let decoder = try #require(ContentDecoder(.zstandard))
        let body = ZstandardHeader.magic + [0xE0] + [UInt8](repeating: 0xFF, count: 8) + [1, 0, 0]

        #expect(decoder.memoryBytes(for: body) == 512 * 1024 + 8 << 20)
        #expect(throws: InflateError.windowTooLarge(maximumBytes: 8 << 20)) { try decoder.decode(body) }
    }

    /// A skippable frame, and the magic numbers of formats 0.5 to 0.7, of which Debian's library reads some.
    @Test(arguments: [0x184D_2A50, 0xFD2F_B525, 0xFD2F_B526, 0xFD2F_B527] as [UInt32])
    func `only frames of RFC 8878 are read`(magic: UInt32) throws {
        let decoder = try #require(ContentDecoder(.zstandard))
        let body = (0..<4).map { UInt8(truncatingIfNeeded: magic >> ($0 * 8)) } + [0, 0, 0, 0]

        #expect(throws: InflateError.malformed) { try decoder.decode(body) }
    }

    @Test func `a frame that needs a dictionary is refused`() throws {
        let decoder = try #require(ContentDecoder(.zstandard))
        // A single segment of one byte with the dictionary 1; a raw block of that byte.
        let body = ZstandardHeader.magic + [0x21, 1, 1, 9, 0, 0, 7]

        #expect(throws: InflateError.malformed) { try decoder.decode(body) }
        #expect(decoder.memoryBytes(for: body) == 512 * 1024 + 1)
    }
}
#endif
