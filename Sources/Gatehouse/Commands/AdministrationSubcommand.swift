import ArgumentParser

/// A command that a running server can do as well.
protocol AdministrationSubcommand: AnsweringSubcommand {
    func command() throws -> AdministrationCommand
}

extension AdministrationSubcommand {
    func answer(_ settings: Settings) async throws -> CommandResult {
        try await CommandRunner(settings: settings).perform(try command())
    }
}
