import ArgumentParser
import Foundation

struct UsersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "users",
        abstract: "Import and export the users of a tenant, one JSON object per line.",
        subcommands: [Import.self, Export.self]
    )

    struct Import: GatehouseSubcommand {
        static let configuration = CommandConfiguration(
            abstract: "Import users from another system; exit code 65 when some lines are invalid.",
            discussion: """
                A line is {"email", "email_verified", "name", "role", "state", "created_at", "password_hash", \
                "identities", "id"}, all of them optional. Password hashes of bcrypt, scrypt, PBKDF2 and Better Auth \
                are accepted. Existing users, by id or email, are skipped, so an interrupted import can be repeated. \
                The command works while the server runs.
                """
        )

        @Argument(help: "The file to read; - is standard input.")
        var file: String = "-"
        @Option(help: "The tenant's slug.")
        var tenant: String
        @Flag(
            name: .customLong("dry-run"),
            help: "Report the result without adding users. Duplicates far apart in the file are not detected."
        )
        var isTrial = false
        @OptionGroup var output: OutputFlags
        @OptionGroup var common: CommonFlags

        var writesJSON: Bool { output.json }

        func perform() async throws {
            let settings = try Settings(flags: common.values, configFile: common.config)
            guard let file = file == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: file) else {
                throw CommandFailure.unavailable("The file \(file) cannot be read.")
            }
            let summary = try await CommandRunner(settings: settings).performEach { perform in
                var lines = LineReader(file)
                return try await UserImport(tenant: tenant, isTrial: isTrial, perform: perform, notify: Terminal.warn)
                    .run(&lines)
            }
            try output.write(summary.result(tenant: tenant, isTrial: isTrial))
            if summary.bad > 0 { throw ExitCode(CommandFailure.Exit.data.rawValue) }
        }
    }

    struct Export: GatehouseSubcommand {
        static let configuration = CommandConfiguration(
            abstract: "Export all users of a tenant, in the format of `users import`.",
            discussion: """
                Password hashes are left out by default; hashes made by Gatehouse cannot be verified without the root \
                key of this installation. The command works while the server runs.
                """
        )

        @Argument(help: "The file to create; - is standard output.")
        var file: String = "-"
        @Option(help: "The tenant's slug.")
        var tenant: String
        @Flag(help: "Export password hashes too; keep the file as secret as the database.")
        var withPasswords = false
        @OptionGroup var common: CommonFlags

        var writesJSON: Bool { false }

        func perform() async throws {
            let settings = try Settings(flags: common.values, configFile: common.config)
            let count = try await CommandRunner(settings: settings).performEach { perform in
                let export = UserExport(tenant: tenant, withPasswords: withPasswords, perform: perform)
                guard file != "-" else {
                    return try await export.run { try FileHandle.standardOutput.write(contentsOf: $0) }
                }
                return try await ExportFile(path: file).fill { file in
                    try await export.run { try file.write(contentsOf: $0) }
                }
            }
            Terminal.warn("\(count) users written.")
        }
    }
}
