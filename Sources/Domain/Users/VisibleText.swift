/// Finds characters that a reader cannot see, or that change how their neighbours are displayed.
public enum VisibleText {
    /// Whether a reader cannot see the scalar. Some of them are spelling where they stand: see `replacingHidden`.
    public static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F, 0x00AD, 0x061C, 0x180E, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F,
            0xFEFF,
            0xFFF9...0xFFFB, 0xE0000...0xE007F:
            true
        default: false
        }
    }

    /// Whether the text has hidden characters that are not part of its spelling.
    public static func hasHidden(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        return scalars.indices.contains { isHidden(scalars[$0]) && !SpelledJoiner.stands(at: $0, in: scalars) }
    }

    /// Returns the text with other text in place of the hidden characters that are not part of its spelling.
    public static func replacingHidden(in text: String, _ replacement: (Unicode.Scalar) -> String) -> String {
        let scalars = text.unicodeScalars
        guard scalars.contains(where: isHidden) else { return text }
        var visible = String.UnicodeScalarView()
        for place in scalars.indices {
            if isHidden(scalars[place]), !SpelledJoiner.stands(at: place, in: scalars) {
                visible.append(contentsOf: replacement(scalars[place]).unicodeScalars)
            } else {
                visible.append(scalars[place])
            }
        }
        return String(visible)
    }

    /// The text with every hidden character written out (`\u{202E}`), so that a hostile line cannot pretend to be
    /// another. Joiners that are part of the spelling stay.
    public static func escaped(_ text: String) -> String {
        replacingHidden(in: text) { "\\u{\(String($0.value, radix: 16, uppercase: true))}" }
    }

    /// The text with every hidden character written out, except the ends of its lines. A browser sends a text of several
    /// lines with CR LF (HTML Standard, 4.10.22.4), which is shown as LF.
    public static func escapedLines(_ text: String) -> String {
        let (lineFeed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
        return text.utf8.split(separator: lineFeed, omittingEmptySubsequences: false).map { line in
            let isEnded = line.endIndex < text.utf8.endIndex
            return escaped(String(Substring(isEnded && line.last == carriageReturn ? line.dropLast() : line)))
        }
        .joined(separator: "\n")
    }
}
