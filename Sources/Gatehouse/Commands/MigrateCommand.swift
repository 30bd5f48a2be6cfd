import ArgumentParser
import Logging
import StrictJSON

struct MigrateCommand: GatehouseSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate", abstract: "Bring the databases up to this program's schema, as every start does.")

    @OptionGroup var output: OutputFlags
    @OptionGroup var common: CommonFlags

    var writesJSON: Bool { output.json }

    func perform() async throws {
        let settings = try Settings(flags: common.values, configFile: common.config)
        let logger = Logger(label: "gatehouse") { _ in SwiftLogNoOpLogHandler() }
        let installation = try await Installation.open(settings, mayCreate: true, logger: logger)
        let steps = installation.storage.migrated
        try await installation.close()
        let text = steps.isEmpty ? "The schema is the newest already." : steps.joined(separator: "\n")
        try output.write(CommandResult(["applied": .array(steps.map { .string($0) })], text: text))
    }
}
