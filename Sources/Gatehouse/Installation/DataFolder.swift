import Foundation

/// The data folder of one installation, and the names of its files.
struct DataFolder: Sendable, Hashable {
    let url: URL
    /// The separate folder of the events database; nil when it is in this folder.
    var ownEventsFolder: URL?

    init(url: URL, ownEventsFolder: URL? = nil) {
        self.url = url
        self.ownEventsFolder =
            ownEventsFolder?.standardizedFileURL.path == url.standardizedFileURL.path ? nil : ownEventsFolder
    }

    init(_ settings: StorageSettings) {
        self.init(url: settings.data, ownEventsFolder: settings.eventsFolder)
    }

    var eventsFolder: URL { ownEventsFolder ?? url }
    var control: URL { url.appending(path: "control.sqlite") }
    var events: URL { eventsFolder.appending(path: "events.sqlite") }
    /// The file that reserves space for the control database.
    var reserve: URL { url.appending(path: "reserve") }
    var rootKey: URL { url.appending(path: "root.key") }
    /// The heads of the audit chains, stored outside the databases.
    var anchors: URL { url.appending(path: "audit.anchors") }
    /// The socket by which commands reach the running server.
    var controlSocket: URL { url.appending(path: "control.sock") }
    /// The file with the running server's address.
    var address: URL { url.appending(path: "address") }
    /// The marker of an unfinished restore.
    var restoring: URL { url.appending(path: "restore.partial") }

    var path: String { url.path }
    var exists: Bool { FileManager.default.fileExists(atPath: url.path) }
    var holdsDatabases: Bool { [control, events].contains { FileManager.default.fileExists(atPath: $0.path) } }

    /// Creates the folder when it is missing, so that it survives a loss of power, and restricts it to the owner either
    /// way.
    func prepare() throws(CommandFailure) {
        do {
            try DurableFile.makeFolder(url)
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: url.path)
        } catch {
            throw .unavailable(
                """
                The data folder \(path) cannot be made the program's own: \(error.localizedDescription) Give it to the user that runs \
                Gatehouse, or name another with \(Setting.data.title).
                """
            )
        }
    }

    /// The bytes that can still be written to the folder's disk.
    var freeBytes: Int64? { DiskSpace(of: url)?.free }

    /// Whether the events database and the control database are on one disk.
    var sharesDisk: Bool {
        guard ownEventsFolder != nil else { return true }
        return FileIdentity(of: url)?.device == FileIdentity(of: eventsFolder)?.device
    }
}
