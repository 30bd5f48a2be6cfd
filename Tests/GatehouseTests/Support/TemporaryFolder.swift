import Foundation
import Logging
import UseCases

@testable import Gatehouse

/// A folder for one test; it is deleted with the value.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(
            path: "gatehouse-tests-\(UUID())",
            directoryHint: .isDirectory
        )
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func write(_ text: String, to name: String) throws -> String {
        let file = url.appending(path: name)
        try Data(text.utf8).write(to: file)
        return file.path
    }
}

extension Settings {
    /// Of an installation in `folder`, with cheap passwords and nothing from the real environment.
    static func forTest(
        in folder: TemporaryFolder,
        data: String = "data",
        _ others: [String: String] = [:]
    ) throws -> Settings {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardizedFileURL
        return try Settings(
            flags: [.data: folder.url.appending(path: data).path],
            configFile: nil,
            environment: [
                "GATEHOUSE_PASSWORD_COST": "10", "GATEHOUSE_ASSETS": root.path, "GATEHOUSE_LISTEN": "127.0.0.1:0",
            ].merging(others) { $1 }
        )
    }
}

extension Logger {
    static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
}

extension CommandRunner {
    func createTenant(_ slug: String) async throws -> CommandResult {
        try await perform(CreateTenant(slug: slug, name: slug.capitalized))
    }
}
