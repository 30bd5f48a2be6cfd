import ArgumentParser
import StrictJSON

struct MigrateCommand: AnsweringSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Bring the databases up to this program's schema, as every start does."
    )

    @OptionGroup var output: OutputFlags
    @OptionGroup var common: CommonFlags

    func answer(_ settings: Settings) async throws -> CommandResult {
        let installation = try await Installation.open(settings, mayCreate: true, makesEvents: true)
        let steps = installation.storage.migrated
        try await installation.close()
        let text = steps.isEmpty ? "The schema is the newest already." : steps.joined(separator: "\n")
        return CommandResult(["applied": .array(steps.map { .string($0) })], text: text)
    }
}
