import Foundation

/// Reads the lines of a file of any length, one at a time.
struct LineReader {
    static let maximumBytes = 64 * 1024

    struct Line {
        /// Counted from 1.
        let number: Int
        /// Without the line feed; nil when there are more than `maximumBytes`.
        let content: Data?
    }

    /// Returns the next bytes; empty at the end.
    private let read: () throws -> Data
    private var chunk: [UInt8] = []
    private var position = 0
    private var number = 0
    private var isAtEnd = false

    init(_ read: @escaping () throws -> Data) { self.read = read }

    init(_ file: FileHandle) { self.init { try file.read(upToCount: Self.maximumBytes) ?? Data() } }

    mutating func next() throws -> Line? {
        var line = Data()
        var isTooLong = false
        var hasStarted = false
        while try fill() {
            hasStarted = true
            let end = chunk[position...].firstIndex(of: UInt8(ascii: "\n"))
            let part = chunk[position..<(end ?? chunk.endIndex)]
            isTooLong = isTooLong || line.count + part.count > Self.maximumBytes
            if !isTooLong { line.append(contentsOf: part) }
            position = end.map { $0 + 1 } ?? chunk.endIndex
            if end != nil { break }
        }
        guard hasStarted else { return nil }
        number += 1
        return Line(number: number, content: isTooLong ? nil : line)
    }

    /// - Returns: false at the end.
    private mutating func fill() throws -> Bool {
        guard position == chunk.endIndex, !isAtEnd else { return !isAtEnd }
        chunk = Array(try read())
        position = 0
        isAtEnd = chunk.isEmpty
        return !isAtEnd
    }
}
