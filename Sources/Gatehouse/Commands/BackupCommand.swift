import ArgumentParser
import Foundation

struct BackupCommand: AdministrationSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Back up the installation into a new folder, also while the server runs."
    )

    @Argument(help: "A folder that is empty or does not exist yet.")
    var folder: String
    @OptionGroup var output: OutputFlags
    @OptionGroup var common: CommonFlags

    func command() -> any AdministrationCommand {
        // The server that may do this has another working folder.
        BackUp(folder: URL(filePath: folder, directoryHint: .isDirectory).standardizedFileURL.path)
    }
}
