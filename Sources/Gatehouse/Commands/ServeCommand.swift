import ArgumentParser

struct ServeCommand: GatehouseSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Start the server; a new installation prints a one-time setup link for the first operator."
    )

    @OptionGroup(title: "Settings of the server") var flags: ServeFlags
    @OptionGroup(title: "Settings") var common: CommonFlags

    var writesJSON: Bool { false }

    func perform() async throws {
        let settings = try Settings(
            flags: flags.values.merging(common.values) { first, _ in first },
            configFile: common.config
        )
        try await Server.run(settings)
    }
}
