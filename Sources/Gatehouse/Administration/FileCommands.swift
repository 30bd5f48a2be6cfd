import Database
import Foundation

/// Checks the files and databases of an installation.
struct Examine: FileCommand {
    func run(on storage: StorageSettings) async -> CommandResult {
        #if PostgreSQL
        if let server = storage.server { return await doctor(storage, .postgres).examine(server).result }
        #endif
        return await doctor(storage, .sqlite).examine().result
    }

    private func doctor(_ storage: StorageSettings, _ engine: DatabaseEngine) -> Doctor {
        Doctor(
            folder: DataFolder(storage),
            schema: Schema(assets: storage.assets, engine: engine),
            eventLifetime: storage.eventLifetime
        )
    }
}

/// Copies the databases of an installation into a new folder.
struct BackUp: FileCommand {
    /// Absolute.
    let folder: String

    func check(_ storage: StorageSettings) throws(CommandFailure) {
        guard storage.server == nil else {
            throw .rejected(
                "postgresql",
                """
                On PostgreSQL use pg_dump or pg_basebackup, and keep a copy of \(DataFolder(storage).rootKey.path) and of \
                the audit anchors.
                """
            )
        }
    }

    func run(on storage: StorageSettings) async throws(CommandFailure) -> CommandResult {
        try await Backup(folder: DataFolder(storage), schema: Schema(assets: storage.assets, engine: .sqlite)).run(
            to: URL(filePath: folder)
        ).result
    }
}
