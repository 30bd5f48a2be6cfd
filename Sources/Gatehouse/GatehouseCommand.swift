import ArgumentParser

@main
struct GatehouseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gatehouse",
        abstract: "The gatehouse of an app's sign-in: sessions, people, events and audit of many tenants.",
        discussion: """
            Every command reads its settings from flags, then the environment (GATEHOUSE_…), then a file (--config), then defaults. \
            Commands that a running server can do are sent to it, so they work while it runs.

            Exit codes: 0 done, 1 refused or found broken, 64 a mistake in the command line, 65 some lines of an \
            import cannot be used, 69 something needed is not there, 73 another process holds the data folder, 78 a mistake in the settings.
            """,
        version: Version.described,
        subcommands: [
            ServeCommand.self, MigrateCommand.self, AdminCommand.self, TenantCommand.self, KeyCommand.self,
            SigningKeyCommand.self,
            UsersCommand.self,
            AppleCommand.self, DoctorCommand.self, BackupCommand.self, RestoreCommand.self, ClockCommand.self,
            FakeAppleCommand.self,
        ]
    )
}
