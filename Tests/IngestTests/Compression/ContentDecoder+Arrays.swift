@testable import Ingest

extension ContentDecoder {
    func memoryBytes(for packed: [UInt8]) -> Int { packed.withUnsafeBytes { memoryBytes(for: $0) } }

    func beginning(of packed: [UInt8], maximumBytes: Int) throws -> [UInt8] {
        try packed.withUnsafeBytes { try decodeBeginning($0, maximumBytes: maximumBytes) }
    }

    func decode(_ packed: [UInt8]) throws -> [UInt8] {
        try packed.withUnsafeBytes { try decode($0, maximumBytes: 8 << 20) }
    }
}
