import ArgumentParser

struct TenantCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tenant",
        abstract: "Add and list tenants.",
        subcommands: [Create.self, List.self]
    )

    struct Create: AdministrationSubcommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a tenant with its first keys; the keys are shown only this once."
        )

        @Argument(help: "What stands in addresses: 2 to 40 lower-case letters, digits and hyphens.")
        var slug: String
        @Option(help: "What people read.")
        var name: String
        @OptionGroup var output: OutputFlags
        @OptionGroup var common: CommonFlags

        func command() -> AdministrationCommand { .createTenant(slug: slug, name: name) }
    }

    struct List: AdministrationSubcommand {
        static let configuration = CommandConfiguration(abstract: "List the tenants.")

        @OptionGroup var output: OutputFlags
        @OptionGroup var common: CommonFlags

        func command() -> AdministrationCommand { .listTenants }
    }
}
