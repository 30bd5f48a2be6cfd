@testable import Database

extension SQLiteDatabase {
    /// Stands for a commit whose sync the disk refused.
    func failToSync() async throws { try await reporting { _ in throw DatabaseError(.io, "fdatasync failed") } }
}
