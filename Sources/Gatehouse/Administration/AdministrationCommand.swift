/// An administration command of the shell, as a value. `CommandRunner` runs it in this process, or sends it to the server
/// that holds the data folder. `ControlProtocol.Request` lists all of them.
///
/// It may hold a password or a key, so it is never logged.
protocol AdministrationCommand: Codable, Sendable {
    /// Whether the command creates the installation when there is none.
    static var startsInstallation: Bool { get }
    func run(on administration: Administration) async throws -> CommandResult
}

extension AdministrationCommand {
    static var startsInstallation: Bool { false }
}

/// A command that reads the files only, and so must not migrate the schema first.
protocol FileCommand: AdministrationCommand {
    /// - Throws: when the command does not work with this storage at all.
    func check(_ storage: StorageSettings) throws(CommandFailure)
    func run(on storage: StorageSettings) async throws(CommandFailure) -> CommandResult
}

extension FileCommand {
    func check(_: StorageSettings) throws(CommandFailure) {}

    func run(on administration: Administration) async throws -> CommandResult {
        try check(administration.storage)
        return try await run(on: administration.storage)
    }
}
