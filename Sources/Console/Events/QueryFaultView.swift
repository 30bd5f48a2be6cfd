import ConsoleKit
import Domain

/// A query in three pieces, of which the middle one is faulty.
struct QueryFaultView: Sendable {
    let beforeFault: String
    /// An ellipsis where something is missing.
    let faultyPiece: String
    let afterFault: String

    init(_ query: String, _ fault: TextFault) {
        let bytes = Array(query.utf8)
        let range = fault.range.clamped(to: 0..<bytes.count)
        func piece(_ range: Range<Int>) -> String {
            VisibleText.escaped(String(decoding: bytes[range], as: UTF8.self))
        }
        beforeFault = piece(0..<range.lowerBound)
        faultyPiece = range.isEmpty ? "…" : piece(range)
        afterFault = piece(range.upperBound..<bytes.count)
    }
}
