import Foundation

/// The folder with everything that one installation keeps, and the names in it.
struct DataFolder: Sendable, Hashable {
    let url: URL

    var control: URL { url.appending(path: "control.sqlite") }
    var events: URL { url.appending(path: "events.sqlite") }
    var rootKey: URL { url.appending(path: "root.key") }
    /// Heads of the audit chains, kept outside the databases.
    var anchors: URL { url.appending(path: "audit.anchors") }
    /// Where commands reach the running server.
    var controlSocket: URL { url.appending(path: "control.sock") }
    /// The running server's address.
    var address: URL { url.appending(path: "address") }
    /// While it is there, a restore has not ended.
    var restoring: URL { url.appending(path: "restore.partial") }

    var path: String { url.path }
    var exists: Bool { FileManager.default.fileExists(atPath: url.path) }
    var holdsDatabases: Bool {
        [control, events].contains { FileManager.default.fileExists(atPath: $0.path) }
    }

    /// Makes the folder when it is not there; it is the owner's alone either way.
    func prepare() throws(CommandFailure) {
        do {
            try FileManager.default.createDirectory(
                at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: url.path)
        } catch {
            throw .unavailable(
                """
                The data folder \(path) cannot be made the program's own: \(error.localizedDescription) Give it to the user that runs \
                Gatehouse, or name another with \(Setting.data.title).
                """)
        }
    }

    /// Bytes that can still be written to the folder's disk.
    var freeBytes: Int64? {
        let values = try? FileManager.default.attributesOfFileSystem(forPath: url.path)
        return (values?[.systemFreeSize] as? NSNumber)?.int64Value
    }
}
