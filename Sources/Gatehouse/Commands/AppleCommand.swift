import ArgumentParser
import Foundation

struct AppleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apple",
        abstract: "Say which app at Apple is a tenant's, and ask Apple whether it is right.",
        subcommands: [Set.self, Show.self, Check.self]
    )

    struct Set: AdministrationSubcommand {
        static let configuration = CommandConfiguration(
            abstract: "Set team, key and client ids; the key is sealed and never shown again."
        )

        @Option(help: "The tenant's slug.")
        var tenant: String
        @Option(help: "The team of the developer account: ten capitals and digits.")
        var team: String
        @Option(help: "The id of the key: ten capitals and digits.")
        var key: String
        @Option(name: .customLong("client-id"), help: "A bundle id or a Services ID; once for each.")
        var clientIDs: [String]
        @Option(
            name: .customLong("web-client-id"),
            help: "The one of them that signs people in by Apple's page: a Services ID."
        )
        var webClientID: String?
        @Option(
            name: .customLong("p8-file"),
            help: "The key as Apple gave it; - reads it from standard input. Without this the one that is there stays."
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
        static let configuration = CommandConfiguration(abstract: "Show what is set, without the key.")

        @Option(help: "The tenant's slug.")
        var tenant: String
        @OptionGroup var output: OutputFlags
        @OptionGroup var common: CommonFlags

        func command() throws -> AdministrationCommand { .showApple(tenant: tenant) }
    }

    struct Check: AdministrationSubcommand {
        static let configuration = CommandConfiguration(
            abstract: "Ask Apple whether key, team and client ids are right.",
            discussion: "Nobody is signed in or out by it. Ends with 1 when something is wrong."
        )

        @Option(help: "The tenant's slug.")
        var tenant: String
        @Option(name: .customLong("redirect-uri"), help: "Ask for this address of the web flow too.")
        var redirectURI: String?
        @OptionGroup var output: OutputFlags
        @OptionGroup var common: CommonFlags

        func command() throws -> AdministrationCommand { .checkApple(tenant: tenant, redirectURI: redirectURI) }
    }
}

/// A private key from a file or from standard input; never from the command line, which everyone on the machine can
/// read.
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
            "\(path == "-" ? "Standard input" : path) cannot be read, or is no key: that is a text of a few lines."
        )
    }
}
