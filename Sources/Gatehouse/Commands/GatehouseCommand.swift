import ArgumentParser

@main
struct GatehouseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gatehouse",
        abstract: "Self-hosted, multi-tenant authentication server: users, sessions, auth events and audit.",
        discussion: """
            Every command reads its settings from flags, then environment variables (GATEHOUSE_…), then a file \
            (--config), then defaults. While a server runs, administration commands are sent to it over its control \
            socket.

            Exit codes: 0 success, 1 request rejected or check failed, 64 invalid command line, 65 some lines of an \
            import are invalid, 69 a resource is unavailable, 73 another process holds the data folder, 78 invalid \
            settings.
            """,
        version: Version.described,
        subcommands: [
            ServeCommand.self, MigrateCommand.self, AdminCommand.self, TenantCommand.self, KeyCommand.self,
            SigningKeyCommand.self,
            UsersCommand.self,
            AppleCommand.self, DoctorCommand.self, BackupCommand.self, RestoreCommand.self, ClockCommand.self,
            FakeAppleCommand.self, DemoCommand.self,
        ]
    )
}
