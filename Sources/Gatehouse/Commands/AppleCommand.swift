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

        func command() throws -> any AdministrationCommand {
            SetApple(
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

        func command() throws -> any AdministrationCommand { ShowApple(tenant: tenant) }
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

        func command() throws -> any AdministrationCommand { CheckApple(tenant: tenant, redirectURI: redirectURI) }
    }
}

/// Reads a private key from a file or from standard input, never from the command line: other users of the machine can
/// read that.
enum PrivateKeyFile {
    static let maximumBytes = 4096

    /// - Throws: `ValidationError` for what is no text of a few lines.
    static func read(_ path: String) throws -> String {
        let file: FileHandle
        if path == "-" {
            file = .standardInput
        } else {
            guard let opened = FileHandle(forReadingAtPath: path) else { throw unreadable(path) }
            file = opened
        }
        var bytes = Data()
        // A pipe may hand it over in parts.
        while bytes.count <= maximumBytes, let more = try? file.read(upToCount: maximumBytes), !more.isEmpty {
            bytes += more
        }
        guard bytes.count <= maximumBytes, let text = String(validating: bytes, as: UTF8.self) else {
            throw unreadable(path)
        }
        return text
    }

    private static func unreadable(_ path: String) -> ValidationError {
        ValidationError(
            """
            \(path == "-" ? "Standard input" : path) cannot be read, or is not a private key (a .p8 file of a few \
            lines).
            """
        )
    }
}
