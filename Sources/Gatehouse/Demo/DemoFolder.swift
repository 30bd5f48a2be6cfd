import Foundation

/// The data folder of a demo: a new one, so that nothing of anyone is ever in the way.
struct DemoFolder {
    let url: URL
    private let isTemporary: Bool

    /// - Parameter path: nil for a temporary folder.
    /// - Throws: `.rejected` for a folder that is not empty.
    init(_ path: String?) throws(CommandFailure) {
        let files = FileManager.default
        isTemporary = path == nil
        url =
            path.map { URL(filePath: $0, directoryHint: .isDirectory).standardizedFileURL }
            ?? files.temporaryDirectory.appending(path: "gatehouse-demo-\(UUID().uuidString)")
        let held: [String]
        do {
            try files.createDirectory(at: url, withIntermediateDirectories: true)
            held = try files.contentsOfDirectory(atPath: url.path)
        } catch { throw CommandFailure(error) }
        guard held.isEmpty else {
            throw .rejected("folder_not_empty", "The folder \(url.path) is not empty; name a new one, or an empty one.")
        }
    }

    func deleteIfTemporary() { if isTemporary { try? FileManager.default.removeItem(at: url) } }
}
