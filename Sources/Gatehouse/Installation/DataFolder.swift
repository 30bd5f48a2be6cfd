import Foundation

/// The folder with everything that one installation keeps, and the names in it.
struct DataFolder: Sendable, Hashable {
    let url: URL
    /// The folder of the events database; nil for this one.
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
    /// Takes up space for the control database.
    var reserve: URL { url.appending(path: "reserve") }
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

    /// Makes the folder when it is not there, so that it is also there after a loss of power; it is the owner's alone
    /// either way.
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

    /// Bytes that can still be written to the folder's disk.
    var freeBytes: Int64? { DiskSpace(of: url)?.free }

    /// Whether telemetry fills the disk of the control database too.
    var sharesDisk: Bool {
        guard ownEventsFolder != nil else { return true }
        return FileIdentity(of: url)?.device == FileIdentity(of: eventsFolder)?.device
    }
}
