/// A one-time code as a user types it, on any keyboard and with any grouping.
///
/// A decimal digit of any script is that digit: keyboards in Arabic, Persian or Hindi type their own, and Japanese input
/// may be full-width. Blanks, hyphens and invisible characters are left out. Anything else stays, so that a text with it
/// is no code.
public struct TypedCode: Sendable {
    /// Longer texts are no code.
    private static let maximumBytes = 256

    /// The code without grouping; empty for a text that is too long.
    public let text: String

    public init(_ typed: String) {
        guard typed.utf8.count <= Self.maximumBytes else {
            text = ""
            return
        }
        text = String(String.UnicodeScalarView(typed.unicodeScalars.compactMap(Self.plain)))
    }

    private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        let properties = scalar.properties
        switch properties.generalCategory {
        case .decimalNumber:
            // All of them have a value from 0 to 9.
            return properties.numericValue.map { Unicode.Scalar(UInt8(ascii: "0") + UInt8($0)) }
        case .dashPunctuation, .format: return nil
        default: break
        }
        switch scalar.value {
        // The minus sign.
        case 0x2212: return nil
        // Full-width letters.
        case 0xFF21...0xFF3A, 0xFF41...0xFF5A: return Unicode.Scalar(UInt8(scalar.value - 0xFEE0))
        default: return properties.isWhitespace ? nil : scalar
        }
    }
}
