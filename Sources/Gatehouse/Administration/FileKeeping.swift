import Foundation

/// What is done to the files of an installation as they are: they are looked at or copied, never brought up to a newer schema.
struct FileKeeping: Sendable {
    let folder: DataFolder
    let assets: URL

    func perform(_ command: AdministrationCommand) async throws(CommandFailure) -> CommandResult {
        switch command {
        case .backUp(let path): try await Backup(folder: folder, schema: Schema(assets: assets)).run(to: URL(filePath: path)).result
        default: await Doctor(folder: folder, schema: Schema(assets: assets)).examine().result
        }
    }
}
