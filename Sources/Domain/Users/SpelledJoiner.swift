/// Finds invisible characters that are part of the spelling: joiners where UAX #31 (§2.3.1) allows them, and those of
/// emoji (UTS #51 §1.4.9).
///
/// Anywhere else they make two texts that look alike different.
enum SpelledJoiner {
    private typealias Part = Substring.UnicodeScalarView

    /// Cursive letters of Arabic, Syriac, N'Ko, Mandaic, Mongolian, Phags-pa, Hanifi Rohingya and Adlam.
    private static let cursive: [ClosedRange<UInt32>] = [
        0x0620...0x077F, 0x07CA...0x07EA, 0x0840...0x08C9, 0x1820...0x18AA, 0xA840...0xA871, 0x10D00...0x10D23,
        0x1E900...0x1E943,
    ]
    /// The scripts of India and Sri Lanka, where a letter and a virama are joined by U+200D in either order: Bengali
    /// writes it before the virama.
    private static let indic: ClosedRange<UInt32> = 0x0900...0x0DFF
    /// The tags of a flag and their end: three to six, as in the code of a subdivision.
    private static let tagCounts = 4...7

    /// Whether the hidden scalar at that place is part of the spelling. Takes time linear in the marks beside it.
    static func stands(at place: String.Index, in scalars: String.UnicodeScalarView) -> Bool {
        let (before, after) = (scalars[..<place], scalars[scalars.index(after: place)...])
        switch scalars[place].value {
        case 0x200C: return separatesCursive(before, after) || separatesConsonants(before, after)
        case 0x200D: return joinsEmoji(before, after) || joinsConsonants(before, after)
        case 0xE0020...0xE007F: return isTagOfFlag(before, scalars[place...])
        default: return false
        }
    }

    /// UAX #31 A1, between two letters of a cursive script with their marks. Letters that never join to the left are
    /// allowed too: people type the joiner by its place in the word.
    private static func separatesCursive(_ before: Part, _ after: Part) -> Bool {
        guard let left = before.last(where: { !isMark($0) }), let right = after.first(where: { !isMark($0) }) else {
            return false
        }
        return isCursive(left) && isCursive(right)
    }

    /// UAX #31 A2: between a virama and a letter.
    private static func separatesConsonants(_ before: Part, _ after: Part) -> Bool {
        endsWithVirama(before) && (after.first.map(isLetter) ?? false)
    }

    /// UAX #31 B: behind a virama, and before no vowel sign.
    private static func joinsConsonants(_ before: Part, _ after: Part) -> Bool {
        if endsWithVirama(before) { return !(after.first.map(isMark) ?? false) }
        guard let consonant = before.last, indic.contains(consonant.value), isLetter(consonant),
            let virama = after.first, isVirama(virama), let next = after.dropFirst().first
        else { return false }
        return isLetter(next)
    }

    /// Whether the text ends with a letter, marks, a virama, and reordered marks.
    private static func endsWithVirama(_ before: Part) -> Bool {
        var hasVirama = false
        for scalar in before.reversed() as ReversedCollection<Part> {
            guard isMark(scalar) else { return hasVirama && isLetter(scalar) }
            if isVirama(scalar) {
                hasVirama = true
            } else if !hasVirama, scalar.properties.canonicalCombiningClass == .notReordered {
                return false
            }
        }
        return false
    }

    /// Between two emoji, the first of which may have a presentation selector or a skin tone.
    private static func joinsEmoji(_ before: Part, _ after: Part) -> Bool {
        guard let last = before.last, let next = after.first, isEmoji(next) else { return false }
        if isEmoji(last) { return true }
        return last.value == 0xFE0F && (before.dropLast().last.map(isEmoji) ?? false)
    }

    /// A flag of a part of a country: a black flag, tags and their end.
    private static func isTagOfFlag(_ before: Part, _ rest: Part) -> Bool {
        let former = Array(before.suffix(tagCounts.upperBound))
        guard let flag = former.lastIndex(where: { !isTag($0) }), former[flag].value == 0x1F3F4 else { return false }
        let front = Array(former[(flag + 1)...])
        let tags = front + Array(rest.prefix(tagCounts.upperBound).prefix(while: isTag))
        guard let end = tags.firstIndex(where: { $0.value == 0xE007F }), end >= front.count,
            tagCounts.contains(end + 1)
        else { return false }
        return tags[..<end].allSatisfy { tag in
            (0xE0030...0xE0039).contains(tag.value) || (0xE0061...0xE007A).contains(tag.value)
        }
    }

    private static func isTag(_ scalar: Unicode.Scalar) -> Bool { (0xE0020...0xE007F).contains(scalar.value) }

    private static func isCursive(_ scalar: Unicode.Scalar) -> Bool {
        isLetter(scalar) && cursive.contains { $0.contains(scalar.value) }
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x0600 else { return false }
        return switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
        default: false
        }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }

    private static func isVirama(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.canonicalCombiningClass == .virama
    }

    /// Digits and signs below U+2190 are emoji only with a further character.
    private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x2190 && scalar.properties.isEmoji
    }
}
