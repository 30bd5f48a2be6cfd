/// A QR code (ISO/IEC 18004): bytes, error correction level M, versions 1 to 10.
struct QRCode: Sendable {
    /// Modules on a side.
    let size: Int
    private var dark: [Bool]
    /// Part of a pattern that readers find the code by, and no data.
    private var isFixed: [Bool]

    /// - Returns: nil for more than fits into version 10: 213 bytes.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard let version = QRVersion.fitting(bytes.count) else { return nil }
        size = version.number * 4 + 17
        dark = Array(repeating: false, count: size * size)
        isFixed = dark
        drawPatterns(version)
        place(version.codewords(for: bytes))
        applyBestMask()
    }

    func isDark(_ x: Int, _ y: Int) -> Bool { dark[y * size + x] }

    // MARK: Patterns

    private mutating func fix(_ x: Int, _ y: Int, _ isDark: Bool) {
        guard (0..<size).contains(x), (0..<size).contains(y) else { return }
        dark[y * size + x] = isDark
        isFixed[y * size + x] = true
    }

    private mutating func drawPatterns(_ version: QRVersion) {
        for place in 0..<size {
            fix(6, place, place.isMultiple(of: 2))
            fix(place, 6, place.isMultiple(of: 2))
        }
        for (x, y) in [(3, 3), (size - 4, 3), (3, size - 4)] { drawFinder(x, y) }
        let centres = version.alignment
        for x in centres {
            for y in centres where !isFinder(x, y) { drawAlignment(x, y) }
        }
        drawFormat(mask: 0)
        drawVersion(version)
    }

    private func isFinder(_ x: Int, _ y: Int) -> Bool {
        (x < 8 && (y < 8 || y > size - 9)) || (x > size - 9 && y < 8)
    }

    /// With the light line around it.
    private mutating func drawFinder(_ x: Int, _ y: Int) {
        for dy in -4...4 {
            for dx in -4...4 {
                let distance = max(abs(dx), abs(dy))
                fix(x + dx, y + dy, distance != 2 && distance != 4)
            }
        }
    }

    private mutating func drawAlignment(_ x: Int, _ y: Int) {
        for dy in -2...2 {
            for dx in -2...2 { fix(x + dx, y + dy, max(abs(dx), abs(dy)) != 1) }
        }
    }

    /// Level M and the mask, twice, with their BCH code (§7.9).
    private mutating func drawFormat(mask: Int) {
        var rest = mask
        for _ in 0..<10 { rest = rest << 1 ^ (rest >> 9) * 0x537 }
        let bits = (mask << 10 | rest) ^ 0x5412
        func bit(_ place: Int) -> Bool { bits >> place & 1 == 1 }
        for place in 0...5 { fix(8, place, bit(place)) }
        fix(8, 7, bit(6))
        fix(8, 8, bit(7))
        fix(7, 8, bit(8))
        for place in 9...14 { fix(14 - place, 8, bit(place)) }
        for place in 0...7 { fix(size - 1 - place, 8, bit(place)) }
        for place in 8...14 { fix(8, size - 15 + place, bit(place)) }
        fix(8, size - 8, true)
    }

    /// From version 7 on (§7.10).
    private mutating func drawVersion(_ version: QRVersion) {
        guard version.number >= 7 else { return }
        var rest = version.number
        for _ in 0..<12 { rest = rest << 1 ^ (rest >> 11) * 0x1F25 }
        let bits = version.number << 12 | rest
        for place in 0..<18 {
            let isDark = bits >> place & 1 == 1
            let (a, b) = (size - 11 + place % 3, place / 3)
            fix(a, b, isDark)
            fix(b, a, isDark)
        }
    }

    // MARK: Data

    /// Up and down in columns of two, from the right (§7.7.3).
    private mutating func place(_ codewords: [UInt8]) {
        var bit = 0
        for right in stride(from: size - 1, through: 1, by: -2) {
            let right = right <= 6 ? right - 1 : right
            for step in 0..<size {
                let isUpward = (right + 1) & 2 == 0
                let y = isUpward ? size - 1 - step : step
                for x in [right, right - 1] where !isFixed[y * size + x] && bit < codewords.count * 8 {
                    dark[y * size + x] = codewords[bit / 8] >> UInt8(7 - bit % 8) & 1 == 1
                    bit += 1
                }
            }
        }
    }

    private mutating func applyBestMask() {
        let masked = (0..<8).map { mask in
            var code = self
            code.apply(mask)
            return code
        }
        self = masked.min { $0.penalty < $1.penalty } ?? masked[0]
    }

    private mutating func apply(_ mask: Int) {
        for y in 0..<size {
            for x in 0..<size where !isFixed[y * size + x] && Self.inverts(mask, x, y) { dark[y * size + x].toggle() }
        }
        drawFormat(mask: mask)
    }

    /// §7.8.2.
    private static func inverts(_ mask: Int, _ x: Int, _ y: Int) -> Bool {
        switch mask {
        case 0: (x + y) % 2 == 0
        case 1: y % 2 == 0
        case 2: x % 3 == 0
        case 3: (x + y) % 3 == 0
        case 4: (x / 3 + y / 2) % 2 == 0
        case 5: x * y % 2 + x * y % 3 == 0
        case 6: (x * y % 2 + x * y % 3) % 2 == 0
        default: ((x + y) % 2 + x * y % 3) % 2 == 0
        }
    }

    /// How hard it is to read: long runs, blocks, what looks like a finder, and too much of one colour (§7.8.3).
    private var penalty: Int {
        var total = 0
        for line in 0..<size {
            total +=
                Self.penalty((0..<size).map { isDark($0, line) }) + Self.penalty((0..<size).map { isDark(line, $0) })
        }
        for y in 0..<size - 1 {
            for x in 0..<size - 1 {
                let colour = isDark(x, y)
                if colour == isDark(x + 1, y), colour == isDark(x, y + 1), colour == isDark(x + 1, y + 1) { total += 3 }
            }
        }
        let percent = dark.count(where: \.self) * 100 / dark.count
        return total + abs(percent - 50) / 5 * 10
    }

    private static func penalty(_ line: [Bool]) -> Int {
        var total = 0
        var run = 0
        for (place, isDark) in line.enumerated() {
            run = place > 0 && line[place - 1] == isDark ? run + 1 : 1
            if run == 5 { total += 3 } else if run > 5 { total += 1 }
        }
        let finder = [true, false, true, true, true, false, true]
        let light = [false, false, false, false]
        for start in 0...line.count - 11 {
            let part = line[start..<start + 11]
            if part.elementsEqual(finder + light) || part.elementsEqual(light + finder) { total += 40 }
        }
        return total
    }
}
