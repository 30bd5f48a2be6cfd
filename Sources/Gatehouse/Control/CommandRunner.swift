import Database
import Domain

/// Performs a command in this process when the data folder is free, else sends it to the server that holds the folder.
struct CommandRunner: Sendable {
    let settings: Settings

    func perform(_ command: any AdministrationCommand) async throws(CommandFailure) -> CommandResult {
        do throws(CommandFailure) {
            guard let command = command as? any FileCommand else { return try await performOnInstallation(command) }
            return try await performOnFiles(command)
        } catch {
            guard error.exit == .locked else { throw error }
            return try await ControlClient(folder: DataFolder(settings.storage), held: error).perform(command)
        }
    }

    /// Performs one command; the calls are sequential.
    typealias Performing = @Sendable (any AdministrationCommand) async throws(CommandFailure) -> CommandResult

    /// Runs `body` and performs all its commands on one opened installation, or on the server that holds the data
    /// folder.
    func performEach<Outcome: Sendable>(
        _ body: (@escaping Performing) async throws -> Outcome
    ) async throws(CommandFailure) -> Outcome {
        let installation: Installation
        do throws(CommandFailure) {
            installation = try await Installation.open(settings, for: .init(mayCreate: false))
        } catch {
            guard error.exit == .locked else { throw error }
            let client = ControlClient(folder: DataFolder(settings.storage), held: error)
            do {
                return try await body { command throws(CommandFailure) in try await client.perform(command) }
            } catch { throw CommandFailure(error) }
        }
        return try await Self.closing(installation) {
            let administration = administration(of: installation)
            return try await body { command throws(CommandFailure) in try await administration.perform(command) }
        }
    }

    private func performOnInstallation(
        _ command: any AdministrationCommand
    ) async throws(CommandFailure) -> CommandResult {
        let mayCreate = type(of: command).startsInstallation
        let installation = try await Installation.open(settings, for: .init(mayCreate: mayCreate))
        return try await Self.closing(installation) { try await administration(of: installation).perform(command) }
    }

    private func administration(of installation: Installation) -> Administration {
        Administration(services: installation.services, storage: settings.storage)
    }

    private static func closing<Outcome: Sendable>(
        _ installation: Installation,
        after body: () async throws -> Outcome
    ) async throws(CommandFailure) -> Outcome {
        let result: Result<Outcome, CommandFailure>
        do { result = .success(try await body()) } catch { result = .failure(CommandFailure(error)) }
        do { try await installation.close() } catch { throw CommandFailure(error) }
        return try result.get()
    }

    private func performOnFiles(_ command: any FileCommand) async throws(CommandFailure) -> CommandResult {
        try command.check(settings.storage)
        let folder = DataFolder(settings.storage)
        guard settings.storage.server != nil || folder.holdsDatabases else {
            throw .unavailable("No installation found in \(folder.path).")
        }
        let lock: DataFolderLock
        do { lock = try DataFolderLock(folder: folder.url) } catch { throw CommandFailure(error) }
        defer { withExtendedLifetime(lock) {} }
        return try await command.run(on: settings.storage)
    }
}
