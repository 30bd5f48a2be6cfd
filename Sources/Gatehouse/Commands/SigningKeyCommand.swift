import ArgumentParser

struct SigningKeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "signing-key",
        abstract: "List and rotate the signing keys of a tenant's access tokens.",
        subcommands: [List.self, Rotate.self]
    )

    struct List: AdministrationSubcommand {
        static let configuration = CommandConfiguration(
            abstract: "List the published signing keys, in the order of their use."
        )

        @Option(help: "The tenant's slug.")
        var tenant: String
        @OptionGroup var output: OutputFlags
        @OptionGroup var common: CommonFlags

        func command() -> any AdministrationCommand { ListSigningKeys(tenant: tenant) }
    }

    struct Rotate: AdministrationSubcommand {
        static let configuration = CommandConfiguration(
            abstract:
                "Rotate the signing key: the new key is published now and used after 15 minutes. Sessions stay valid.",
            discussion: """
                With --leaked the new key is used at once, and all other keys are removed from the JWKS and rejected. \
                Apps get new access tokens with their refresh tokens, and sessions stay valid.
                """
        )

        @Option(help: "The tenant's slug.")
        var tenant: String
        @Flag(help: "Replace a leaked signing key at once.")
        var leaked = false
        @OptionGroup var output: OutputFlags
        @OptionGroup var common: CommonFlags

        func command() -> any AdministrationCommand { RotateSigningKeys(tenant: tenant, isLeaked: leaked) }
    }
}
