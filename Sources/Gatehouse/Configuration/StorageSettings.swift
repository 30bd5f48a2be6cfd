import Foundation

/// Where things are kept and found.
struct StorageSettings: Sendable {
    let data: URL
    /// Holds `Public`, `templates` and `migrations`.
    let assets: URL

    init(_ reader: inout SettingsReader) {
        data = URL(filePath: reader.text(.data) ?? "./data", directoryHint: .isDirectory).standardizedFileURL
        let places = reader.text(.assets).map { [URL(filePath: $0, directoryHint: .isDirectory)] } ?? Self.usualPlaces
        let found = places.first(where: Self.holdsAssets)
        assets = (found ?? places[0]).standardizedFileURL
        if found == nil {
            let tried = places.map(\.standardizedFileURL.path).joined(separator: ", ")
            reader.refuse(.assets, "must name the folder that holds Public, templates and migrations; tried \(tried)")
        }
        if reader.text(.databaseURL) != nil {
            reader.refuse(.databaseURL, "is not understood by this build, which keeps everything in SQLite; remove it")
        }
    }

    /// The working folder, then beside the program and in the folders above it, where a build leaves it.
    private static var usualPlaces: [URL] {
        let working = URL(filePath: FileManager.default.currentDirectoryPath, directoryHint: .isDirectory)
        guard let program = Bundle.main.executableURL?.resolvingSymlinksInPath() else { return [working] }
        var places = [working]
        var folder = program.deletingLastPathComponent()
        for _ in 0..<4 {
            places.append(folder)
            folder = folder.deletingLastPathComponent()
        }
        return places
    }

    private static func holdsAssets(_ folder: URL) -> Bool {
        ["Public", "templates", "migrations"].allSatisfy {
            FileManager.default.fileExists(atPath: folder.appending(path: $0).path)
        }
    }
}
