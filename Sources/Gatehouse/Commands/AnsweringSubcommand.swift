import ArgumentParser

/// A command that prints text, or JSON with `--json`.
protocol AnsweringSubcommand: GatehouseSubcommand {
    var common: CommonFlags { get }
    var output: OutputFlags { get }
    func answer(_ settings: Settings) async throws -> CommandResult
}

extension AnsweringSubcommand {
    var writesJSON: Bool { output.json }

    func perform() async throws {
        try output.write(try await answer(Settings(flags: common.values, configFile: common.config)))
    }
}
