import Database
import Foundation

/// Checks or copies the databases of an installation without migrating their schema.
struct FileCommands: Sendable {
    let storage: StorageSettings

    private var folder: DataFolder { DataFolder(storage) }

    func perform(_ command: AdministrationCommand) async throws(CommandFailure) -> CommandResult {
        switch command {
        case .backUp(let path): try await backUp(to: path)
        default: await examine().result
        }
    }

    private func backUp(to path: String) async throws(CommandFailure) -> CommandResult {
        guard storage.server == nil else {
            throw .rejected(
                "postgresql",
                """
                On PostgreSQL use pg_dump or pg_basebackup, and keep a copy of \(folder.rootKey.path) and of the \
                audit anchors.
                """
            )
        }
        return try await Backup(folder: folder, schema: Schema(assets: storage.assets, engine: .sqlite)).run(
            to: URL(filePath: path)
        ).result
    }

    private func examine() async -> DoctorReport {
        #if PostgreSQL
        if let server = storage.server {
            return await Doctor(
                folder: folder,
                schema: Schema(assets: storage.assets, engine: .postgres),
                eventLifetime: storage.eventLifetime
            )
            .examine(server)
        }
        #endif
        return await Doctor(
            folder: folder,
            schema: Schema(assets: storage.assets, engine: .sqlite),
            eventLifetime: storage.eventLifetime
        )
        .examine()
    }
}
