import ArgumentParser

struct ServeCommand: GatehouseSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Start the server; an empty data folder gets a one-time set-up link."
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
