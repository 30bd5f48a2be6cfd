import ArgumentParser
import Foundation
import StrictJSON

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

struct DoctorCommand: AdministrationSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check folders, databases, audit chains and clock; exit code 1 when something is broken."
    )

    @OptionGroup var output: OutputFlags
    @OptionGroup var common: CommonFlags

    func command() -> any AdministrationCommand { Examine() }
}

struct BackupCommand: AdministrationSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Back up the installation into a new folder, also while the server runs."
    )

    @Argument(help: "A folder that is empty or does not exist yet.")
    var folder: String
    @OptionGroup var output: OutputFlags
    @OptionGroup var common: CommonFlags

    func command() -> any AdministrationCommand {
        // The server that may do this has another working folder.
        BackUp(folder: URL(filePath: folder, directoryHint: .isDirectory).standardizedFileURL.path)
    }
}

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
