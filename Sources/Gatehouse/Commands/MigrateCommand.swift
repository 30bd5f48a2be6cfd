import ArgumentParser
import StrictJSON

struct MigrateCommand: AnsweringSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Apply pending schema migrations, as every start of the server does."
    )

    @OptionGroup var output: OutputFlags
    @OptionGroup var common: CommonFlags

    func answer(_ settings: Settings) async throws -> CommandResult {
        let installation = try await Installation.open(settings, for: .init(mayCreate: true, makesEvents: true))
        let steps = installation.storage.migrated
        try await installation.close()
        let text = steps.isEmpty ? "The schema is up to date." : steps.joined(separator: "\n")
        return CommandResult(["applied": .array(steps.map { .string($0) })], text: text)
    }
}
