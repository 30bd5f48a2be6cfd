import Fixtures
import Foundation
import Synchronization

/// A folder of its own for one test, removed with it.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "gatehouse-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    #if PostgreSQL
    private let server = Mutex<PostgresFolder?>(nil)

    /// The address of a PostgreSQL database that is deleted with the folder.
    func postgres() throws -> String {
        try server.withLock { server in
            let database = try server ?? PostgresFolder()
            server = database
            return database.url
        }
    }
    #endif

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appending(path: name).path }

    /// Writes files of text into a folder inside.
    func folder(_ name: String, _ files: [String: String]) throws -> URL {
        let folder = url.appending(path: name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
        return folder
    }
}
