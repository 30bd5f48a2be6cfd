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
