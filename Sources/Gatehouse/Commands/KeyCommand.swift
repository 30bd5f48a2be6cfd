import ArgumentParser

struct KeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key",
        abstract: "Create, list and revoke the API keys of a tenant.",
        subcommands: [Create.self, List.self, Revoke.self]
    )

    struct Create: AdministrationSubcommand {
        static let configuration = CommandConfiguration(abstract: "Create an API key; it is shown only once.")

        @Option(help: "The tenant's slug.")
        var tenant: String
        @Option(help: "publishable, ingest or secret.")
        var kind: String
        @Option(help: "The display name.")
        var name: String
        @OptionGroup var output: OutputFlags
        @OptionGroup var common: CommonFlags

        func command() -> any AdministrationCommand { CreateKey(tenant: tenant, kind: kind, name: name) }
    }

    struct List: AdministrationSubcommand {
        static let configuration = CommandConfiguration(abstract: "List the API keys of a tenant, without the secrets.")

        @Option(help: "The tenant's slug.")
        var tenant: String
        @OptionGroup var output: OutputFlags
        @OptionGroup var common: CommonFlags

        func command() -> any AdministrationCommand { ListKeys(tenant: tenant) }
    }

    struct Revoke: AdministrationSubcommand {
        static let configuration = CommandConfiguration(
            abstract: "Revoke an API key; the next request with it is rejected."
        )

        @Option(help: "The tenant's slug.")
        var tenant: String
        @Argument(help: "The ID of the key, as `key list` shows it.")
        var key: String
        @OptionGroup var output: OutputFlags
        @OptionGroup var common: CommonFlags

        func command() -> any AdministrationCommand { RevokeKey(tenant: tenant, key: key) }
    }
}
