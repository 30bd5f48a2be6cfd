import Domain
import Foundation
import UseCases

/// The locations and the sizes of stored data.
struct StorageSettings: Sendable {
    let data: URL
    /// Holds `Public`, `templates` and `migrations`.
    let assets: URL
    /// The PostgreSQL server of the databases; nil when they are files in the data folder.
    let server: DatabaseServer?
    /// How long events are kept.
    let eventLifetime: Duration
    /// The folder of the events database; nil for `data`.
    let eventsFolder: URL?
    /// The space that telemetry leaves free on the disk of the events database.
    let minimumFree: MinimumFreeSpace
    /// The maximum size of the events database; nil for four fifths of its disk.
    let maximumEventBytes: Int64?
    /// The bytes of events that may be stored on one day.
    let ingestBudget: IngestBudget.Limits

    init(_ reader: inout SettingsReader) {
        data = URL(filePath: reader.text(.data) ?? "./data", directoryHint: .isDirectory).standardizedFileURL
        let places = reader.text(.assets).map { [URL(filePath: $0, directoryHint: .isDirectory)] } ?? Self.usualPlaces
        let found = places.first(where: Self.holdsAssets)
        assets = (found ?? places[0]).standardizedFileURL
        if found == nil {
            let tried = places.map(\.standardizedFileURL.path).joined(separator: ", ")
            reader.reject(.assets, "must name the folder that holds Public, templates and migrations; tried \(tried)")
        }
        server = DatabaseServer(&reader)
        eventLifetime = .days(Int64(reader.integer(.eventDays, in: 1...3650, default: 90)))
        eventsFolder = reader.text(.eventsData).map {
            URL(filePath: $0, directoryHint: .isDirectory).standardizedFileURL
        }
        let megabytes = reader.integer(.eventsMinimumFreeMB, in: 0...1_048_576, default: -1)
        minimumFree = megabytes < 0 ? .standard : .bytes(Int64(megabytes) << 20)
        let maximum = reader.integer(.eventsMaximumMB, in: 1...1_073_741_824, default: 0)
        maximumEventBytes = maximum == 0 ? nil : Int64(maximum) << 20
        var budget = IngestBudget.Limits()
        budget.bytesPerKey =
            Int64(reader.integer(.ingestMBPerKey, in: 1...1_048_576, default: Int(budget.bytesPerKey >> 20))) << 20
        budget.bytesPerTenant =
            Int64(reader.integer(.ingestMBPerTenant, in: 1...1_048_576, default: Int(budget.bytesPerTenant >> 20)))
            << 20
        ingestBudget = budget
    }

    /// The working folder, then the folder of the program and its parents, where a build leaves it.
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
