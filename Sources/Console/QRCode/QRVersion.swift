/// How much one size of code holds, and in which blocks (ISO/IEC 18004, tables 7 and 9, level M).
struct QRVersion: Sendable {
    let number: Int
    /// Codewords of error correction in each block.
    private let correction: Int
    /// How many blocks of how many codewords of data, the shorter ones first.
    private let blocks: [(count: Int, data: Int)]
    /// Centres of the alignment patterns, in both directions.
    let alignment: [Int]

    private static let all = [
        QRVersion(number: 1, correction: 10, blocks: [(1, 16)], alignment: []),
        QRVersion(number: 2, correction: 16, blocks: [(1, 28)], alignment: [6, 18]),
        QRVersion(number: 3, correction: 26, blocks: [(1, 44)], alignment: [6, 22]),
        QRVersion(number: 4, correction: 18, blocks: [(2, 32)], alignment: [6, 26]),
        QRVersion(number: 5, correction: 24, blocks: [(2, 43)], alignment: [6, 30]),
        QRVersion(number: 6, correction: 16, blocks: [(4, 27)], alignment: [6, 34]),
        QRVersion(number: 7, correction: 18, blocks: [(4, 31)], alignment: [6, 22, 38]),
        QRVersion(number: 8, correction: 22, blocks: [(2, 38), (2, 39)], alignment: [6, 24, 42]),
        QRVersion(number: 9, correction: 22, blocks: [(3, 36), (2, 37)], alignment: [6, 26, 46]),
        QRVersion(number: 10, correction: 26, blocks: [(4, 43), (1, 44)], alignment: [6, 28, 50]),
    ]

    /// The smallest that holds so many bytes.
    static func fitting(_ bytes: Int) -> QRVersion? { all.first { bytes <= $0.capacity - $0.headBits.bytesRoundedUp } }

    private var capacity: Int { blocks.reduce(0) { $0 + $1.count * $1.data } }
    /// The mode and the count.
    private var headBits: Int { number < 10 ? 12 : 20 }

    /// The data with its error correction, woven from all blocks (§7.6).
    func codewords(for bytes: [UInt8]) -> [UInt8] {
        var rest = data(bytes)[...]
        var parts: [[UInt8]] = []
        for block in blocks {
            for _ in 0..<block.count {
                parts.append(Array(rest.prefix(block.data)))
                rest = rest.dropFirst(block.data)
            }
        }
        let corrections = parts.map { ReedSolomon.remainder(of: $0, degree: correction) }
        return Self.woven(parts) + Self.woven(corrections)
    }

    private static func woven(_ parts: [[UInt8]]) -> [UInt8] {
        let longest = parts.map(\.count).max() ?? 0
        return (0..<longest).flatMap { place in parts.compactMap { place < $0.count ? $0[place] : nil } }
    }

    private func data(_ bytes: [UInt8]) -> [UInt8] {
        var bits: [Bool] = []
        func append(_ value: Int, _ count: Int) {
            for place in (0..<count).reversed() { bits.append(value >> place & 1 == 1) }
        }
        append(0b0100, 4)
        append(bytes.count, headBits - 4)
        for byte in bytes { append(Int(byte), 8) }
        append(0, min(4, capacity * 8 - bits.count))
        append(0, (8 - bits.count % 8) % 8)
        var words = stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
        }
        for place in 0..<max(0, capacity - words.count) { words.append(place.isMultiple(of: 2) ? 0xEC : 0x11) }
        return words
    }
}

extension Int {
    fileprivate var bytesRoundedUp: Int { (self + 7) / 8 }
}

/// Error correction over the field of 256 elements with the polynomial x⁸ + x⁴ + x³ + x² + 1 (§7.5.2).
enum ReedSolomon {
    static func remainder(of data: [UInt8], degree: Int) -> [UInt8] {
        let divisor = divisor(degree)
        var rest = [UInt8](repeating: 0, count: degree)
        for byte in data {
            let factor = byte ^ rest.removeFirst()
            rest.append(0)
            for place in rest.indices { rest[place] ^= product(divisor[place], factor) }
        }
        return rest
    }

    /// The product of x − 2ⁱ, without its first coefficient.
    private static func divisor(_ degree: Int) -> [UInt8] {
        var coefficients = [UInt8](repeating: 0, count: degree - 1) + [1]
        var root: UInt8 = 1
        for _ in 0..<degree {
            for place in coefficients.indices {
                coefficients[place] = product(coefficients[place], root)
                if place + 1 < degree { coefficients[place] ^= coefficients[place + 1] }
            }
            root = product(root, 2)
        }
        return coefficients
    }

    private static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
        var result = 0
        for place in (0..<8).reversed() {
            result = result << 1 ^ (result >> 7) * 0x11D
            result ^= (Int(right) >> place & 1) * Int(left)
        }
        return UInt8(result)
    }
}
