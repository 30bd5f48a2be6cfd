import Packing
import Testing

@testable import Ingest

/// What holds for every form of compressed bodies in this build.
@Suite struct InflatorTests {
    @Test(arguments: Packing.builtIn, [1, 7, 1000, 1_000_000])
    func `a body comes out whole, however it is cut`(packing: Packing, pieceSize: Int) throws {
        let body = Self.text(100_000)

        #expect(try unpacked(packing.pack(body), packing, by: pieceSize) == body)
    }

    @Test(arguments: Packing.builtIn) func `a body that ends early is refused at every byte`(packing: Packing) {
        let body = packing.pack(Self.text(300))

        for end in 0..<body.count {
            #expect(throws: InflateError.truncated) { try unpacked(Array(body[..<end]), packing, by: 50) }
        }
    }

    @Test(arguments: Packing.builtIn) func `what follows the compressed data is refused`(packing: Packing) {
        let body = packing.pack(Self.text(10))

        #expect(throws: InflateError.trailingData) { try unpacked(body + [0], packing, by: 1000) }
        guard packing != .gzip else { return }
        #expect(throws: InflateError.trailingData) { try unpacked(body + body, packing, by: 1000) }
        #expect(throws: InflateError.trailingData) { try unpacked(body + body, packing, by: 1) }
    }

    @Test(arguments: [1, 7, 1_000_000]) func `members of gzip follow one another`(pieceSize: Int) throws {
        let members = [Self.text(100_000), [], Self.text(3), Self.text(70_000)]
        let body = members.flatMap { Packing.gzip.pack($0) }

        #expect(try unpacked(body, .gzip, by: pieceSize) == members.flatMap { $0 })
        for end in [body.count - 1, body.count - 70] {
            #expect(throws: InflateError.truncated) { try unpacked(Array(body[..<end]), .gzip, by: pieceSize) }
        }
        #expect(throws: InflateError.trailingData) { try unpacked(body + [0], .gzip, by: pieceSize) }
        #expect(throws: InflateError.malformed) { try unpacked(body + [0x1F, 0], .gzip, by: pieceSize) }
        #expect(throws: InflateError.tooLarge(maximumBytes: 170_002)) {
            try unpacked(body, .gzip, by: pieceSize, maximumBytes: 170_002)
        }
    }

    @Test func `what has arrived behind a text that repeats itself counts for its ratio`() throws {
        var state: UInt64 = 42
        let noise = (0..<100_000).map { _ -> UInt8 in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
        let body = [UInt8](repeating: 0, count: 3 << 20) + noise
        let packed = Packing.gzip.pack(body)

        #expect(try unpacked(packed, .gzip, by: packed.count, maximumBytes: 4 << 20) == body)
        // In pieces nobody knows yet what follows.
        #expect(throws: InflateError.self) { try unpacked(packed, .gzip, by: 1000, maximumBytes: 4 << 20) }
    }

    @Test func `the beginning of a body goes beyond its first member`() throws {
        let decoder = try #require(ContentDecoder(.gzip))
        let body = Packing.gzip.pack(Self.text(10)) + Packing.gzip.pack(Self.text(1000))

        #expect(try decoder.beginning(of: body, maximumBytes: 500) == Self.text(10) + Self.text(490))
    }

    @Test(arguments: Packing.builtIn) func `a body of another coding is refused`(packing: Packing) {
        let text = Array("{\"events\":[]}".utf8)

        #expect(throws: InflateError.self) { try unpacked(text, packing, by: 1000) }
        for other in Packing.builtIn where other.contentEncoding != packing.contentEncoding {
            #expect(throws: InflateError.self, "\(other)") { try unpacked(other.pack(text), packing, by: 1000) }
        }
    }

    /// The others have no checksum.
    @Test(arguments: Packing.builtIn.filter { ![.bareDeflate, .brotli].contains($0) })
    func `a damaged body is refused`(packing: Packing) {
        var damaged = packing.pack(Self.text(1000))
        damaged[damaged.count - 2] ^= 0xFF

        #expect(throws: InflateError.malformed) { try unpacked(damaged, packing, by: 1000) }
    }

    @Test(arguments: Packing.builtIn) func `a bomb is refused before it fills the memory`(packing: Packing) {
        let bomb = packing.pack([UInt8](repeating: 0, count: 50 << 20))

        #expect(throws: Self.ratioTooHigh) { try unpacked(bomb, packing, by: 1000, maximumBytes: 8 << 20) }
        #expect(throws: InflateError.tooLarge(maximumBytes: 1 << 19)) {
            try unpacked(bomb, packing, by: 1000, maximumBytes: 1 << 19)
        }
    }

    @Test(arguments: Packing.builtIn)
    func `a body within the limit is rejected when its compression ratio is that of a bomb`(packing: Packing) throws {
        let zeros = packing.pack([UInt8](repeating: 0, count: 2 << 20))
        let small = packing.pack([UInt8](repeating: 0, count: Inflator.freeBytes))

        #expect(throws: Self.ratioTooHigh) { try unpacked(zeros, packing, by: 1_000_000, maximumBytes: 8 << 20) }
        #expect(try unpacked(small, packing, by: 1_000_000, maximumBytes: 8 << 20).count == Inflator.freeBytes)
    }

    @Test(arguments: Packing.builtIn)
    func `the ratio is that of the whole body, which may begin with what repeats itself`(packing: Packing) throws {
        let decoder = try #require(ContentCoding(field: packing.contentEncoding).flatMap { ContentDecoder($0) })
        var random = SystemRandomNumberGenerator()
        let body =
            [UInt8](repeating: 0x20, count: 3 << 19)
            + (0..<100_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        let packed = packing.pack(body)

        #expect(packed.count * Inflator.maximumRatio > body.count)
        #expect(try decoder.decode(packed) == body)
    }

    @Test(arguments: Packing.builtIn) func `the limit is exact`(packing: Packing) throws {
        let body = packing.pack(Self.text(5000))

        #expect(try unpacked(body, packing, by: 100, maximumBytes: 5000).count == 5000)
        #expect(throws: InflateError.tooLarge(maximumBytes: 4999)) {
            try unpacked(body, packing, by: 100, maximumBytes: 4999)
        }
    }

    @Test(arguments: Packing.builtIn) func `an empty text is a body, no bytes are none`(packing: Packing) throws {
        #expect(try unpacked(packing.pack([]), packing, by: 1000) == [])
        #expect(throws: InflateError.truncated) { try unpacked([], packing, by: 1000) }
    }

    private static let ratioTooHigh = InflateError.ratioTooHigh(maximum: 100, freeBytes: 1 << 20)

    private func unpacked(
        _ body: [UInt8],
        _ packing: Packing,
        by pieceSize: Int,
        maximumBytes: Int = 1 << 20
    ) throws -> [UInt8] {
        let decompressor = try #require(ContentCoding(field: packing.contentEncoding)?.decompressor)
        let inflator = Inflator(decompressor.init(), maximumBytes: maximumBytes)
        var output: [UInt8] = []
        for start in stride(from: 0, to: body.count, by: pieceSize) {
            try body[start..<min(start + pieceSize, body.count)].withUnsafeBytes { piece in
                try inflator.inflate(piece, into: &output)
            }
        }
        try inflator.finish()
        return output
    }

    private static func text(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7 &+ $0) }
    }
}
