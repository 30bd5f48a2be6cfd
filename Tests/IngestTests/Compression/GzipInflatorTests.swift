import CZlib
import Testing

@testable import Ingest

@Suite struct GzipInflatorTests {
    private func packed(_ bytes: [UInt8]) -> [UInt8] {
        var stream = z_stream()
        deflateInit2_(
            &stream,
            9,
            Z_DEFLATED,
            15 + 16,
            8,
            Z_DEFAULT_STRATEGY,
            ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size)
        )
        var input = bytes
        var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
        let count = output.count
        input.withUnsafeMutableBufferPointer { source in
            output.withUnsafeMutableBufferPointer { target in
                stream.next_in = source.baseAddress
                stream.avail_in = UInt32(bytes.count)
                stream.next_out = target.baseAddress
                stream.avail_out = UInt32(count)
                deflate(&stream, Z_FINISH)
            }
        }
        let total = Int(stream.total_out)
        deflateEnd(&stream)
        return Array(output.prefix(total))
    }

    private func unpacked(
        _ body: [UInt8],
        by pieceSize: Int,
        maximumBytes: Int = 1 << 20
    ) throws(InflateError) -> [UInt8] {
        var inflator = GzipInflator(maximumBytes: maximumBytes)
        var output: [UInt8] = []
        for start in stride(from: 0, to: body.count, by: pieceSize) {
            try inflator.inflate(Array(body[start..<min(start + pieceSize, body.count)]), into: &output)
        }
        try inflator.finish()
        return output
    }

    private func text(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7 &+ $0) } }

    @Test(arguments: [1, 7, 1000, 1_000_000]) func `a body comes out whole, however it is cut`(pieceSize: Int) throws {
        let body = text(100_000)

        #expect(try unpacked(packed(body), by: pieceSize) == body)
    }

    @Test func `a body that ends early is refused at every byte`() {
        let body = packed(text(300))

        for end in 0..<body.count {
            #expect(throws: InflateError.truncated) { try unpacked(Array(body[..<end]), by: 50) }
        }
    }

    @Test func `what follows the member is refused`() {
        #expect(throws: InflateError.trailingData) { try unpacked(packed(text(10)) + [0], by: 1000) }
        #expect(throws: InflateError.trailingData) { try unpacked(packed(text(10)) + packed(text(10)), by: 1) }
    }

    @Test func `what is not gzip is refused`() {
        #expect(throws: InflateError.malformed) { try unpacked(Array("{\"events\":[]}".utf8), by: 1000) }
        var damaged = packed(text(1000))
        damaged[damaged.count - 6] ^= 0xFF
        #expect(throws: InflateError.malformed) { try unpacked(damaged, by: 1000) }
    }

    @Test func `a bomb is refused before it fills the memory`() {
        let bomb = packed([UInt8](repeating: 0, count: 50 << 20))

        #expect(throws: InflateError.tooLarge(maximumBytes: 8 << 20)) {
            try unpacked(bomb, by: 1000, maximumBytes: 8 << 20)
        }
    }

    @Test func `a body within the limit is rejected when its compression ratio is that of a bomb`() throws {
        let zeros = packed([UInt8](repeating: 0, count: 1 << 20))
        let small = packed([UInt8](repeating: 0, count: GzipInflator.freeBytes))

        #expect(throws: InflateError.tooLarge(maximumBytes: 8 << 20)) {
            try unpacked(zeros, by: 1_000_000, maximumBytes: 8 << 20)
        }
        #expect(try unpacked(small, by: 1_000_000, maximumBytes: 8 << 20).count == GzipInflator.freeBytes)
    }

    @Test func `the limit is exact`() throws {
        let body = text(5000)

        #expect(try unpacked(packed(body), by: 100, maximumBytes: 5000).count == 5000)
        #expect(throws: InflateError.tooLarge(maximumBytes: 4999)) {
            try unpacked(packed(body), by: 100, maximumBytes: 4999)
        }
    }
}
