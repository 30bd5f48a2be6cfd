import ArgumentParser
import Foundation

struct RestoreCommand: GatehouseSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Put a backup into the data folder; the server must be stopped.",
        discussion: "Everybody has to sign in again, because the backup may be older than a revocation.")

    @Argument(help: "The folder that `gatehouse backup` made.")
    var folder: String
    @Flag(name: .customLong("replace"), help: "Move an installation that is there aside.")
    var replaces = false
    @OptionGroup var output: OutputFlags
    @OptionGroup var common: CommonFlags

    var writesJSON: Bool { output.json }

    func perform() async throws {
        let settings = try Settings(flags: common.values, configFile: common.config)
        let restore = Restore(folder: DataFolder(url: settings.storage.data), schema: Schema(assets: settings.storage.assets))
        let source = URL(filePath: folder, directoryHint: .isDirectory).standardizedFileURL
        try output.write(try await restore.run(from: source, replaces: replaces).result)
    }
}
