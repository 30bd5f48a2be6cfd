import Foundation
import GRDB

extension SQLiteDatabase {
    /// The pages copied before writers and readers may use the disk again: 4 MiB.
    private static let pagesPerStep: CInt = 1024

    /// Copies the database as it is when the call begins into a new file at `path`, while other tasks read and write.
    ///
    /// The copy is one file without a WAL, checked and synced before it gets its name. The snapshot is held meanwhile,
    /// so the WAL can grow by the writes made during the copy.
    /// - Throws: `.unavailable` when a file exists at `path`; `.corrupt` when the copy fails the check.
    public func backUp(to path: String) async throws { try await backUp(to: path) { _ in } }

    /// Backs up like `backUp(to:)`, and calls `body` on the same snapshot: it reads exactly the rows of the copy.
    public func backUp<Result: Sendable>(
        to path: String,
        reading body: @escaping @Sendable (any ReadTransaction) throws -> Result
    ) async throws -> Result {
        guard !FileManager.default.fileExists(atPath: path) else {
            throw DatabaseError(.unavailable, "There is a file at \(path) already; name a new one for the backup.")
        }
        let partial = path + ".partial"
        defer { try? FileManager.default.removeItem(atPath: partial) }
        do {
            return try await pool().read { source in
                try? FileManager.default.removeItem(atPath: partial)
                try source.copy(to: partial, pagesPerStep: Self.pagesPerStep)
                try sync(partial)
                try FileManager.default.moveItem(atPath: partial, toPath: path)
                try sync(URL(filePath: path).deletingLastPathComponent().path)
                return try body(self.transaction(source))
            }
        } catch {
            throw DatabaseError.mapError(error)  // most likely an error of the copy's disk: the connections stay open
        }
    }
}

extension GRDB.Database {
    /// Must be called in a read transaction, whose snapshot is copied. Without one, each write would start the copy
    /// again.
    fileprivate func copy(to path: String, pagesPerStep: CInt) throws {
        _ = SQLiteMemory.isWithoutLock
        let copy = try DatabaseQueue(path: path)
        try copy.writeWithoutTransaction { target in
            try backup(to: target, pagesPerStep: pagesPerStep) { _ in try Task.checkCancellation() }
            // The copy's header is still marked as WAL.
            try target.execute(sql: "PRAGMA journal_mode = DELETE")
            let findings = try String.fetchAll(target, sql: "PRAGMA integrity_check(10)")
            guard findings == ["ok"] else {
                throw DatabaseError(.corrupt, "the copy fails the check: \(findings.joined(separator: "; "))")
            }
        }
        try copy.close()
    }
}

/// Waits until a file, or the names in a folder, are on disk.
private func sync(_ path: String) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw DatabaseError(.io, "cannot open \(path): \(String(cString: strerror(errno)))") }
    defer { _ = Foundation.close(descriptor) }
    guard fsync(descriptor) == 0 else {
        throw DatabaseError(.io, "cannot sync \(path): \(String(cString: strerror(errno)))")
    }
}
