import ArgumentParser
import Foundation

struct AppleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apple",
        abstract: "Configure Sign in with Apple for a tenant, and test the connection.",
        subcommands: [Set.self, Show.self, Check.self]
    )

    struct Set: AdministrationSubcommand {
        static let configuration = CommandConfiguration(
            abstract: "Set team ID, key and client IDs; the key is stored encrypted and never shown again."
        )

        @Option(help: "The tenant's slug.")
        var tenant: String
        @Option(help: "The team ID of the developer account: 10 characters, A-Z and 0-9.")
        var team: String
        @Option(help: "The key ID: 10 characters, A-Z and 0-9.")
        var key: String
        @Option(name: .customLong("client-id"), help: "A bundle ID or a Services ID; can be repeated.")
        var clientIDs: [String]
        @Option(
            name: .customLong("web-client-id"),
            help: "The client ID of the web flow: a Services ID, also given with --client-id."
        )
        var webClientID: String?
        @Option(
            name: .customLong("p8-file"),
            help: "The .p8 file from Apple; - is standard input. Without this option the stored key is kept."
        )
        var keyFile: String?
        @OptionGroup var output: OutputFlags
        @OptionGroup var common: CommonFlags

        func command() throws -> AdministrationCommand {
            .setApple(
                tenant: tenant,
                team: team,
                key: key,
                privateKey: try keyFile.map(PrivateKeyFile.read),
                clientIDs: clientIDs,
                webClientID: webClientID
            )
        }
    }

    struct Show: AdministrationSubcommand {
        static let configuration = CommandConfiguration(abstract: "Show the settings, without the key.")

        @Option(help: "The tenant's slug.")
        var tenant: String
        @OptionGroup var output: OutputFlags
        @OptionGroup var common: CommonFlags

        func command() throws -> AdministrationCommand { .showApple(tenant: tenant) }
    }

    struct Check: AdministrationSubcommand {
        static let configuration = CommandConfiguration(
            abstract: "Test team ID, key and client IDs with Apple.",
            discussion: "The test signs no user in or out. Exit code 1 when Apple rejects something."
        )

        @Option(help: "The tenant's slug.")
        var tenant: String
        @Option(name: .customLong("redirect-uri"), help: "Test this redirect URI of the web flow too.")
        var redirectURI: String?
        @OptionGroup var output: OutputFlags
        @OptionGroup var common: CommonFlags

        func command() throws -> AdministrationCommand { .checkApple(tenant: tenant, redirectURI: redirectURI) }
    }
}
