import Foundation

/// The bytes of a subject, which a client may choose, compared and ordered byte by byte. Ids, which most are, need no
/// memory of their own.
///
/// The hash is made of all bytes: that of `Data` is made of the first 80, so values that differ in the rest alone would
/// have one hash, and each lookup would compare all of them.
enum SubjectValue: Hashable, Comparable, Sendable {
    /// Sixteen bytes, the first one the highest.
    case id(UInt128)
    /// Any other number of bytes.
    case text(Data)

    init(_ bytes: some ContiguousBytes) {
        self = bytes.withUnsafeBytes { bytes in
            guard bytes.count == MemoryLayout<UInt128>.size else { return .text(Data(bytes)) }
            return .id(UInt128(bigEndian: bytes.loadUnaligned(as: UInt128.self)))
        }
    }

    var bytes: Data {
        switch self {
        case .id(let number): withUnsafeBytes(of: number.bigEndian) { Data($0) }
        case .text(let bytes): bytes
        }
    }

    static func < (left: SubjectValue, right: SubjectValue) -> Bool {
        switch (left, right) {
        case (.id(let left), .id(let right)): left < right
        default: left.bytes.lexicographicallyPrecedes(right.bytes)
        }
    }

    func hash(into hasher: inout Hasher) {
        switch self {
        case .id(let number): hasher.combine(number)
        case .text(let bytes): bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
        }
    }
}
