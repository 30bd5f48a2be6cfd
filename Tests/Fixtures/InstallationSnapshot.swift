import Database
import Foundation

/// The databases of an installation at one moment, to begin from again and again: cheaper than filling a new one.
public final class InstallationSnapshot: Sendable {
    private static let names = ["control.sqlite", "events.sqlite"]

    private let folder: URL
    private let clock: TestClock

    public init(of installation: Installation) async throws {
        folder = try Installation.newFolder()
        clock = installation.clock
        for (name, database) in zip(Self.names, [installation.control, installation.events]) {
            try await database.backUp(to: folder.appending(path: name).path)
        }
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Another installation with the same content, root key and clock: every credential of the first one is good in it.
    public func open() async throws -> Installation {
        let new = try Installation.newFolder()
        for name in Self.names { try FileManager.default.copyItem(at: folder.appending(path: name), to: new.appending(path: name)) }
        return try await Installation(in: new, isFilled: true, clock: clock)
    }
}
