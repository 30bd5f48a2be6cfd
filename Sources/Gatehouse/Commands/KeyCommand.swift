import ArgumentParser

struct KeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key",
        abstract: "Make, list and revoke the keys of a tenant.",
        subcommands: [Create.self, List.self, Revoke.self]
    )

    struct Create: AdministrationSubcommand {
        static let configuration = CommandConfiguration(abstract: "Make a key; it is shown only this once.")

        @Option(help: "The tenant's slug.")
        var tenant: String
        @Option(help: "publishable, ingest or secret.")
        var kind: String
        @Option(help: "What people read.")
        var name: String
        @OptionGroup var output: OutputFlags
        @OptionGroup var common: CommonFlags

        func command() -> AdministrationCommand { .createKey(tenant: tenant, kind: kind, name: name) }
    }

    struct List: AdministrationSubcommand {
        static let configuration = CommandConfiguration(abstract: "List the keys of a tenant, without their texts.")

        @Option(help: "The tenant's slug.")
        var tenant: String
        @OptionGroup var output: OutputFlags
        @OptionGroup var common: CommonFlags

        func command() -> AdministrationCommand { .listKeys(tenant: tenant) }
    }

    struct Revoke: AdministrationSubcommand {
        static let configuration = CommandConfiguration(abstract: "Revoke a key; the next request with it is refused.")

        @Option(help: "The tenant's slug.")
        var tenant: String
        @Argument(help: "The key's id, as `key list` shows it.")
        var key: String
        @OptionGroup var output: OutputFlags
        @OptionGroup var common: CommonFlags

        func command() -> AdministrationCommand { .revokeKey(tenant: tenant, key: key) }
    }
}
