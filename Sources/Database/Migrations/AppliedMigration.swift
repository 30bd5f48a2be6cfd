import Crypto
import Foundation

/// The database's record of an applied migration.
public struct AppliedMigration: Sendable, Hashable {
    public let name: String
    public let checksum: String

    public init(name: String, checksum: String) {
        self.name = name
        self.checksum = checksum
    }
}
