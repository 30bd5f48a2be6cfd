import ArgumentParser

struct SigningKeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "signing-key",
        abstract: "List and change the keys that sign a tenant's access tokens.",
        subcommands: [List.self, Rotate.self]
    )

    struct List: AdministrationSubcommand {
        static let configuration = CommandConfiguration(
            abstract: "List the published keys, in the order in which they sign."
        )

        @Option(help: "The tenant's slug.")
        var tenant: String
        @OptionGroup var output: OutputFlags
        @OptionGroup var common: CommonFlags

        func command() -> AdministrationCommand { .listSigningKeys(tenant: tenant) }
    }

    struct Rotate: AdministrationSubcommand {
        static let configuration = CommandConfiguration(
            abstract: "Name the next key: published now, signing a quarter of an hour later. Nobody is signed out.",
            discussion: """
                With --leaked the new key signs at once, and every other one is taken out of the published list and refused: apps get new \
                tokens with their refresh tokens, and still nobody is signed out.
                """
        )

        @Option(help: "The tenant's slug.")
        var tenant: String
        @Flag(help: "The key that signs is in someone else's hands.")
        var leaked = false
        @OptionGroup var output: OutputFlags
        @OptionGroup var common: CommonFlags

        func command() -> AdministrationCommand { .rotateSigningKeys(tenant: tenant, isLeaked: leaked) }
    }
}
