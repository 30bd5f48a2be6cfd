import ArgumentParser

struct TenantCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tenant",
        abstract: "Create and list tenants.",
        subcommands: [Create.self, List.self]
    )

    struct Create: AdministrationSubcommand {
        static let configuration = CommandConfiguration(
            abstract: "Create a tenant with its first API keys; the keys are shown only once."
        )

        @Argument(help: "The name of the tenant in URLs: 2 to 40 lower-case letters, digits and hyphens.")
        var slug: String
        @Option(help: "The display name.")
        var name: String
        @OptionGroup var output: OutputFlags
        @OptionGroup var common: CommonFlags

        func command() -> any AdministrationCommand { CreateTenant(slug: slug, name: name) }
    }

    struct List: AdministrationSubcommand {
        static let configuration = CommandConfiguration(abstract: "List the tenants.")

        @OptionGroup var output: OutputFlags
        @OptionGroup var common: CommonFlags

        func command() -> any AdministrationCommand { ListTenants() }
    }
}
