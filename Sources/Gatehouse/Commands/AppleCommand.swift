import ArgumentParser
import Foundation

struct AppleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apple", abstract: "Say which app at Apple is a tenant's.", subcommands: [Set.self])

    struct Set: AdministrationSubcommand {
        static let configuration = CommandConfiguration(
            abstract: "Set team, key and client ids; the key is sealed and never shown again.")

        private static let maximumKeyBytes = 4096

        @Option(help: "The tenant's slug.")
        var tenant: String
        @Option(help: "The team of the developer account: ten capitals and digits.")
        var team: String
        @Option(help: "The id of the key: ten capitals and digits.")
        var key: String
        @Option(name: .customLong("client-id"), help: "A bundle id or a Services ID; once for each.")
        var clientIDs: [String]
        @Option(name: .customLong("p8-file"), help: "The key as Apple gave it. Without it the one that is there stays.")
        var keyFile: String?
        @OptionGroup var output: OutputFlags
        @OptionGroup var common: CommonFlags

        func command() throws -> AdministrationCommand {
            .setApple(tenant: tenant, team: team, key: key, privateKey: try privateKey(), clientIDs: clientIDs)
        }

        private func privateKey() throws -> String? {
            guard let keyFile else { return nil }
            let url = URL(filePath: keyFile)
            guard let size = try? url.resourceValues(forKeys: [.fileSizeKey]).fileSize, size <= Self.maximumKeyBytes,
                let bytes = try? Data(contentsOf: url)
            else { throw ValidationError("\(keyFile) cannot be read, or is no key: that is a text of a few lines.") }
            return String(decoding: bytes, as: UTF8.self)
        }
    }
}
