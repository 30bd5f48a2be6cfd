import Database
import Domain
import Foundation
import Logging
import Stores
import UseCases

/// An opened data folder: no other process has it, the schema is the newest, and every use case stands on it.
struct Installation: Sendable {
    let folder: DataFolder
    let control: SQLiteDatabase
    let events: SQLiteDatabase
    let root: RootKey
    let stores: StoreSet
    let services: Services
    /// What was done to the schema now; empty when it was the newest.
    let migrated: [String]
    private let lock: DataFolderLock

    /// Opens the folder that the settings name.
    /// - Parameter mayCreate: makes the folder, the root key and the databases when there are none.
    /// - Throws: `.locked` while another process has the folder, `.refused` when schema or root key do not fit.
    static func open(_ settings: Settings, mayCreate: Bool, logger: Logger) async throws(CommandFailure) -> Installation {
        let folder = DataFolder(url: settings.storage.data)
        guard mayCreate || folder.holdsDatabases else {
            throw .unavailable("There is no installation in \(folder.path); start one with `gatehouse serve`, or name another folder.")
        }
        try folder.prepare()
        let lock: DataFolderLock
        do { lock = try DataFolderLock(folder: folder.url) } catch { throw CommandFailure(error) }
        guard !FileManager.default.fileExists(atPath: folder.restoring.path) else {
            throw .refused("restore_unfinished", "A restore into \(folder.path) did not end. Run it again with --replace.")
        }
        let root = try rootKey(in: folder)
        do {
            return try await Installation(folder: folder, lock: lock, root: root, settings: settings, logger: logger)
        } catch { throw CommandFailure(error) }
    }

    private init(folder: DataFolder, lock: DataFolderLock, root: RootKey, settings: Settings, logger: Logger) async throws {
        self.folder = folder
        self.lock = lock
        self.root = root
        control = try SQLiteDatabase(path: folder.control.path)
        events = try SQLiteDatabase(path: folder.events.path, options: .events)
        for file in [folder.control, folder.events] {
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        }
        let now = Surroundings.system.now()
        migrated = try await Schema(assets: settings.storage.assets).migrate(control: control, events: events, at: now)
        stores = StoreSet.over(control: control, events: events, chain: AuditChain(root: root)) { error in
            logger.error("Database failure", metadata: ["kind": "\(error.kind)", "detail": "\(error.detail)"])
        }
        services = Services(stores: stores, root: root, passwordCost: settings.passwords.cost)
    }

    func anchors(_ logger: Logger) -> AuditAnchors {
        AuditAnchors(file: folder.anchors, audit: stores.audit, now: Surroundings.system.now, logger: logger)
    }

    /// Writes down what has gathered and closes the databases.
    func close() async throws {
        try await services.activity.flush()
        try await control.close()
        try await events.close()
    }

    private static func rootKey(in folder: DataFolder) throws(CommandFailure) -> RootKey {
        let file = RootKeyFile(url: folder.rootKey)
        if file.problem() == .missing, !folder.holdsDatabases { try file.create(random: Surroundings.system.random) }
        return try file.load()
    }
}

extension SQLiteDatabase.Options {
    /// Of the file with the events, whose tenants have numbers.
    static var events: Self {
        var options = Self()
        options.tenantColumn = .number
        return options
    }

    /// For a look at every page of a file: one reader, without the limit that keeps the WAL short.
    func forInspection() -> Self {
        var options = self
        options.readers = 1
        options.readLimit = .hours(6)
        options.checksTenants = false
        return options
    }
}
