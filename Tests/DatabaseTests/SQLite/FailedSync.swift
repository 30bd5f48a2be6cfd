@testable import Database

extension SQLiteDatabase {
    /// A simulated commit whose sync the disk refused.
    func failToSync() async throws { try await reporting { _ in throw DatabaseError(.io, "fdatasync failed") } }
}
