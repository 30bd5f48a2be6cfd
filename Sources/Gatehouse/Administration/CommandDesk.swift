import Database
import Domain
import Foundation
import Logging

/// Has a command done: by this process when the data folder is free, else by the server that holds it.
struct CommandDesk: Sendable {
    let settings: Settings

    func perform(_ command: AdministrationCommand) async throws(CommandFailure) -> CommandResult {
        do throws(CommandFailure) {
            return command.concernsFilesOnly ? try await performOnFiles(command) : try await performOnInstallation(command)
        } catch {
            guard error.exit == .locked else { throw error }
            return try await ControlClient(folder: DataFolder(url: settings.storage.data), held: error).perform(command)
        }
    }

    private func performOnInstallation(_ command: AdministrationCommand) async throws(CommandFailure) -> CommandResult {
        // What a command has to say goes to the terminal; the log would repeat it.
        let logger = Logger(label: "gatehouse") { _ in SwiftLogNoOpLogHandler() }
        let installation = try await Installation.open(settings, mayCreate: command.startsInstallation, logger: logger)
        let files = FileKeeping(storage: settings.storage)
        let administration = Administration(
            services: installation.services, files: files, baseURL: settings.server.baseURL(port: settings.server.listen.port))
        let result: Result<CommandResult, CommandFailure>
        do throws(CommandFailure) { result = .success(try await administration.perform(command)) } catch { result = .failure(error) }
        do { try await installation.close() } catch { throw CommandFailure(error) }
        return try result.get()
    }

    private func performOnFiles(_ command: AdministrationCommand) async throws(CommandFailure) -> CommandResult {
        let folder = DataFolder(url: settings.storage.data)
        if case .backUp = command, settings.storage.server != nil {
            return try await FileKeeping(storage: settings.storage).perform(command)
        }
        guard settings.storage.server != nil || folder.holdsDatabases else {
            throw .unavailable("There is no installation in \(folder.path).")
        }
        let lock: DataFolderLock
        do { lock = try DataFolderLock(folder: folder.url) } catch { throw CommandFailure(error) }
        defer { withExtendedLifetime(lock) {} }
        return try await FileKeeping(storage: settings.storage).perform(command)
    }
}
