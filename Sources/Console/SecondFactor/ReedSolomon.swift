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
