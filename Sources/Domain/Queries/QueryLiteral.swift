/// A value or text of a query, with its escapes resolved.
struct QueryLiteral {
    /// The bytes of the query.
    var range: Range<Int>
    var bytes: [UInt8] = []
    /// The places of wildcards in `bytes`; a star that was quoted or escaped is none.
    var stars: [Int] = []
    /// Whether quotation marks or a backslash say that characters have no special meaning.
    var isQuoted = false

    var text: String { String(decoding: bytes, as: UTF8.self) }
    var isEmpty: Bool { bytes.isEmpty }
    /// Only wildcards, which is any value.
    var isAnything: Bool { !stars.isEmpty && stars.count == bytes.count }

    /// The texts between the wildcards.
    var parts: [[UInt8]] {
        var parts = [[UInt8]]()
        var start = 0
        for star in stars {
            parts.append(Array(bytes[start..<star]))
            start = star + 1
        }
        return parts + [Array(bytes[start...])]
    }

    func isWord(_ word: StaticString) -> Bool {
        !isQuoted && word.withUTF8Buffer { bytes.elementsEqual($0) }
    }
}
