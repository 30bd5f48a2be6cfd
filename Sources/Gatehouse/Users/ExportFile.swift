import Foundation

/// The file of an export; it appears only when the export is complete.
struct ExportFile {
    let path: String
    private var partial: String { path + ".partial" }

    /// - Throws: `.rejected` when the file already exists, because it may be the only copy of its data.
    func fill(_ body: (FileHandle) async throws -> Int) async throws -> Int {
        guard !FileManager.default.fileExists(atPath: path) else {
            throw CommandFailure.rejected("file_exists", "There is a file \(path) already; name another.")
        }
        guard FileManager.default.createFile(atPath: partial, contents: nil, attributes: [.posixPermissions: 0o600]),
            let file = FileHandle(forWritingAtPath: partial)
        else { throw CommandFailure.unavailable("The file \(partial) cannot be written.") }
        do {
            let count = try await body(file)
            try file.synchronize()
            try file.close()
            try FileManager.default.moveItem(atPath: partial, toPath: path)
            return count
        } catch {
            try? FileManager.default.removeItem(atPath: partial)
            throw error
        }
    }
}
