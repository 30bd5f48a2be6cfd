import ArgumentParser
import Database
import Domain
import Foundation
import Stores
import StrictJSON
import UseCases

struct RestoreCommand: AnsweringSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Restore a backup into the data folder; the server must be stopped.",
        discussion: """
            All sessions end, because the backup may be older than a revocation. On PostgreSQL, restore the database \
            with its own tools first, then run this command without a folder.
            """
    )

    @Argument(help: "The folder that `gatehouse backup` made.")
    var folder: String?
    @Flag(name: .customLong("replace"), help: "Move an existing installation aside.")
    var replaces = false
    @OptionGroup var output: OutputFlags
    @OptionGroup var common: CommonFlags

    func answer(_ settings: Settings) async throws -> CommandResult {
        guard settings.storage.server == nil else { return try await finish(settings) }
        guard let folder else { throw ValidationError("Name the folder that `gatehouse backup` made.") }
        let restore = Restore(
            folder: DataFolder(settings.storage),
            schema: Schema(assets: settings.storage.assets, engine: .sqlite)
        )
        let source = URL(filePath: folder, directoryHint: .isDirectory).standardizedFileURL
        return try await restore.run(from: source, replaces: replaces).result
    }

    /// Ends all sessions and links after a restore with PostgreSQL's own tools.
    private func finish(_ settings: Settings) async throws -> CommandResult {
        guard folder == nil, !replaces else {
            throw CommandFailure.rejected(
                "postgresql",
                """
                The data is on PostgreSQL: restore it with pg_restore or a base backup, then run \
                `gatehouse restore` without a folder.
                """
            )
        }
        #if PostgreSQL
        guard let server = settings.storage.server else {
            throw CommandFailure.unavailable("No PostgreSQL server is configured.")
        }
        // Holds the schema against what this program made, before anything is believed.
        let installation = try await Installation.open(settings, for: .init(mayCreate: false, finishesRestore: true))
        let control = PostgresDatabase(.restoration(of: server))
        let result: Result<ForgottenCredentials, any Error>
        do {
            let now = SystemContext.system.now()
            // Until the last step is done, no node starts.
            try await InstallationFacts(control: control).keepRestoring(since: now)
            let restoration = Restoration(control: control, chain: AuditChain(root: installation.root))
            result = .success(try await restoration.forgetCredentials(at: now))
        } catch { result = .failure(error) }
        try? await control.close()
        try await installation.close()
        let forgotten = try result.get().checked()
        return CommandResult(
            ["sessions_ended": .integer(Int64(forgotten.sessions))],
            text: """
                \(forgotten.sessions) sessions were ended; invitations, one-time links and setup links are void.
                API keys that were revoked after the backup are valid again: check `gatehouse key list`.
                """
        )
        #else
        throw CommandFailure.rejected("postgresql", "This build supports SQLite only.")
        #endif
    }
}

extension ForgottenCredentials {
    /// - Throws: `.rejected` when something is valid although it was made void.
    func checked() throws(CommandFailure) -> Self {
        guard left == 0 else {
            throw .rejected(
                "backup_damaged",
                "\(left) sessions and links are still valid after they were ended: do not serve this database."
            )
        }
        return self
    }
}
