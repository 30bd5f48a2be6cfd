import Database
import Foundation
import Synchronization

/// The identity of the file behind a path.
struct FileIdentity: Sendable, Hashable {
    let device: UInt64
    let number: UInt64

    /// Nil when the file does not exist.
    init?(of file: URL) {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: file.path),
            let device = (attributes[.systemNumber] as? NSNumber)?.uint64Value,
            let number = (attributes[.systemFileNumber] as? NSNumber)?.uint64Value
        else { return nil }
        self.device = device
        self.number = number
    }
}
