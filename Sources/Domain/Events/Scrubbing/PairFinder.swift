/// Finds values that are bound to a sensitive name, whatever binds them: `password=x`, `"refresh_token": "x"`, `Cookie:
/// a=b`, `password("x")`, `<password>x</password>`, a line and the lines below it.
///
/// After the name of a secret the rest of the line or of the bracket is the value, up to the next name with a value of
/// its own. `Markup` knows the forms in which other members stand between a name and its value.
struct PairFinder {
    let text: DecodedText
    let bytes: [UInt8]

    private static let near = 16
    /// How far a bracket or a line around a name is looked for.
    static let reach = 256

    init(text: DecodedText) {
        self.text = text
        bytes = text.bytes
    }

    func find(into findings: inout [Finding]) {
        let markup = Markup(self)
        var place = 0
        var previous: Word?
        while let run = nextName(from: place) {
            place = run.upperBound
            let word = Word(name: SecretName(bytes[run]), run: run)
            let bound = binding(word, after: previous)
            previous = word
            guard let (name, run) = bound, !isReplacement(run) else { continue }
            let values =
                name.isCredential
                ? markup.values(of: name, at: run) ?? values(of: name, at: run) : values(of: name, at: run)
            for value in values where !value.isEmpty {
                findings.append(Finding(range: value, kind: name.kind))
                // Other names may stand between a name and a value further away.
                if value.lowerBound - place < Self.near { place = max(place, value.upperBound) }
            }
        }
    }

    /// A word of the text, and what it says about a value.
    private struct Word {
        let name: SecretName?
        let run: Range<Int>
    }

    /// The name that a value after a word has: that of the word, of it and the one before (`api key`), or of the one
    /// before, whose value it introduces (`password bytes`).
    private func binding(_ word: Word, after previous: Word?) -> (SecretName, Range<Int>)? {
        if let name = word.name, name.certainty != .ifOpaque { return (name, word.run) }
        // "Error code", "status code".
        if let previous, word.name != nil, word.run.lowerBound == previous.run.upperBound + 1,
            bytes[previous.run.upperBound] == 0x20, Self.errors[bytes[previous.run]] != nil
        {
            return nil
        }
        guard let previous, word.run.lowerBound == previous.run.upperBound + 1, word.run.count < 16,
            previous.run.count < 16,
            bytes[previous.run.upperBound] == 0x20 || bytes[previous.run.upperBound] == UInt8(ascii: "/")
        else { return word.name.map { ($0, word.run) } ?? cookieValue(word.run) ?? beginning(of: word.run) }
        if let name = previous.name, name.isCredential, name.certainty != .ifOpaque,
            SecretName.members[lettersAndDigitsOf: bytes[word.run]] != nil
        {
            return (name, word.run)
        }
        if Self.seconds[bytes[word.run]] != nil,
            let name = SecretName(bytes[previous.run.lowerBound..<word.run.upperBound]),
            name.isCredential || name.kind == .phone
        {
            return (name, word.run)
        }
        return word.name.map { ($0, word.run) }
    }

    /// The second words of names of two words.
    private static let seconds = WordTable<Void>(
        "key keys code codes word phrase token tokens secret hash number auth by"
    )

    /// The value of a cookie as systems describe it: `value:`, after `NSHTTPCookie`.
    private func cookieValue(_ run: Range<Int>) -> (SecretName, Range<Int>)? {
        guard run.count == 5, bytes.matches("value", at: run.lowerBound) else { return nil }
        var place = run.lowerBound
        let first = max(5, place - Self.reach)
        while place > first {
            if bytes[place - 1] | 0x20 == UInt8(ascii: "e"), bytes.matches("cookie", at: place - 6) {
                return (.cookie, run)
            }
            place -= 1
        }
        return nil
    }

    /// A name in a script that puts no space between words: `密码是`.
    private func beginning(of run: Range<Int>) -> (SecretName, Range<Int>)? {
        guard bytes[run.lowerBound] >= 0xE3, run.count <= 36 else { return nil }
        var end = run.upperBound - run.count % 3
        while end > run.lowerBound {
            if let name = SecretName(bytes[run.lowerBound..<end]) { return (name, run) }
            end -= 3
        }
        return nil
    }

    /// `[email:1f2e3d4c]` and `[secret]` replace a value that was removed before.
    private func isReplacement(_ run: Range<Int>) -> Bool {
        run.lowerBound > 0 && SecretName.isReplacement(bytes[(run.lowerBound - 1)...])
    }

    // MARK: Names

    private func nextName(from start: Int) -> Range<Int>? {
        var place = start
        while place < bytes.count {
            let length = nameUnit(at: place)
            guard length == 0 else { break }
            place += 1
        }
        guard place < bytes.count else { return nil }
        return place..<endOfName(from: place)
    }

    func endOfName(from start: Int) -> Int {
        var place = start
        while place < bytes.count {
            let length = nameUnit(at: place)
            if length > 0 {
                // Scripts without spaces between words.
                if bytes[place] < 0x80, place > start, bytes[start] >= 0xE3 { break }
                place = min(place + length, bytes.count)
            } else if bytes[place] == UInt8(ascii: ".") || bytes[place] == UInt8(ascii: "-"),
                nameUnit(at: place + 1) > 0
            {
                place += 1
            } else {
                break
            }
        }
        return place
    }

    /// The bytes of the letter or digit that begins here; zero for other characters, among them the punctuation in
    /// U+0080 to U+00BF, U+2000 to U+2FFF and U+3000 to U+303F, and what lies beyond U+EFFF.
    private func nameUnit(at place: Int) -> Int {
        switch bytes.at(place) {
        case let byte where byte < 0x80: ByteKind.isWord(byte) ? 1 : 0
        case 0xC3...0xDF: 2
        case 0xE3: bytes.at(place + 1) == 0x80 ? 0 : 3
        case 0xE0, 0xE1, 0xE4...0xEE: 3
        default: 0
        }
    }

    // MARK: Values

    private func values(of name: SecretName, at run: Range<Int>) -> [Range<Int>] {
        guard let link = link(after: run, of: name) else { return [] }
        return ValueReader(self, name: name, run: run).values(after: link)
    }

    func isQuote(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "`")
    }
}
