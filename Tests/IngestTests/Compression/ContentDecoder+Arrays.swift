@testable import Ingest

extension ContentDecoder {
    func memoryBytes(for packed: [UInt8]) -> Int { packed.withUnsafeBytes { memoryBytes(for: $0) } }

    func decode(_ packed: [UInt8]) throws -> [UInt8] {
        try packed.withUnsafeBytes { try decode($0, maximumBytes: 8 << 20) }
    }
}
