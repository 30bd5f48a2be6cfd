/// A text in which `*` matches any bytes, also none.
public struct WildcardPattern: Sendable, Hashable {
    private let patterns: [BytePattern]

    /// - Parameter parts: two or more; empty ones in the middle are left out.
    init(parts: [[UInt8]]) {
        precondition(parts.count > 1, "a pattern has a wildcard")
        patterns = parts.enumerated().filter { place, part in
            place == 0 || place == parts.count - 1 || !part.isEmpty
        }.map { BytePattern($0.element) }
    }

    /// The texts between the wildcards, in UTF-8. The first and the last are empty when a wildcard is there; the others
    /// never are.
    public var parts: [[UInt8]] { patterns.map(\.bytes) }

    /// What each matching text begins with: a store can find those by an index.
    public var prefix: String { String(decoding: patterns[0].bytes, as: UTF8.self) }

    public func matches(_ text: String) -> Bool {
        text.utf8.withContiguousStorageIfAvailable(matches) ?? Array(text.utf8).withUnsafeBufferPointer(matches)
    }

    /// Takes time linear in the text: each part is searched once, after the one before it.
    private func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let first = patterns[0].bytes
        let last = patterns[patterns.count - 1].bytes
        guard text.count >= first.count + last.count, text.starts(with: first),
            text.suffix(last.count).elementsEqual(last)
        else { return false }
        var place = first.count
        for pattern in patterns.dropFirst().dropLast() {
            guard let end = pattern.end(in: text, from: place, to: text.count - last.count) else { return false }
            place = end
        }
        return true
    }
}

/// A text that is searched in others in linear time (Knuth, Morris, Pratt).
struct BytePattern: Sendable, Hashable {
    let bytes: [UInt8]
    /// For each place, the length of the longest beginning of the pattern that ends there and is shorter.
    private let borders: [Int]

    init(_ bytes: [UInt8]) {
        var borders = [Int](repeating: 0, count: bytes.count)
        var length = 0
        for place in bytes.indices.dropFirst() {
            while length > 0, bytes[place] != bytes[length] { length = borders[length - 1] }
            if bytes[place] == bytes[length] { length += 1 }
            borders[place] = length
        }
        self.bytes = bytes
        self.borders = borders
    }

    /// The end of the first occurrence that begins at `start` or later and ends by `end`.
    func end(in text: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> Int? {
        var length = 0
        var place = start
        while length < bytes.count {
            guard place < end else { return nil }
            while length > 0, text[place] != bytes[length] { length = borders[length - 1] }
            if text[place] == bytes[length] { length += 1 }
            place += 1
        }
        return place
    }
}
