import Database
@_spi(Admission) import Domain
import Foundation
import Synchronization
import Testing
import UseCases

@testable import Gatehouse

@Suite struct DiskTests {
    @Test func `telemetry leaves half a gigabyte or a twentieth of a disk, whichever is more`() {
        let (gibibyte, small, large) = (
            Int64(1 << 30), DiskSpace(free: 0, total: 4 << 30), DiskSpace(free: 0, total: 200 << 30)
        )

        #expect(MinimumFreeSpace.standard.bytes(of: small) == gibibyte / 2)
        #expect(MinimumFreeSpace.standard.bytes(of: large) == 10 * gibibyte)
        #expect(MinimumFreeSpace.bytes(7).bytes(of: large) == 7)
    }

    @Test func `the reserve takes up space on the disk until it is released`() throws {
        let folder = try TemporaryFolder()
        let reserve = DiskReserve(file: folder.url.appending(path: "reserve"), bytes: 1 << 20, logger: .silent)

        reserve.holdIfRoom()
        var status = stat()
        #expect(stat(reserve.file.path, &status) == 0 && Int64(status.st_blocks) * 512 >= 1 << 20)
        #expect(reserve.isHeld && status.st_mode & 0o777 == 0o600)

        #expect(reserve.release())
        #expect(!reserve.isHeld && !reserve.release())
    }

    @Test func `the reserve is not taken when little would be left, and let go before a start on a full disk`() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "reserve")
        let free = try #require(DiskSpace(of: folder.url)).free

        let large = DiskReserve(file: file, bytes: free, logger: .silent)
        large.holdIfRoom()
        #expect(!FileManager.default.fileExists(atPath: file.path))

        let small = DiskReserve(file: file, bytes: 4096, logger: .silent)
        small.holdIfRoom()
        small.releaseIfTight(0)
        #expect(small.isHeld)
        small.releaseIfTight(.max)
        #expect(!small.isHeld)
    }

    @Test func `the name of each folder that is made is synced in the folder above it`() throws {
        let folder = try TemporaryFolder()
        var synced: [String] = []

        let place = folder.url.appending(path: "a/b/data", directoryHint: .isDirectory)
        try DurableFile.makeFolder(place) { synced.append($0.standardizedFileURL.path) }
        try DurableFile.makeFolder(place) { _ in Issue.record("nothing was made") }

        let top = folder.url.standardizedFileURL.path
        #expect(synced == [top, "\(top)/a", "\(top)/a/b"])
        #expect(FileManager.default.fileExists(atPath: place.path))
    }
}

@Suite struct MissingEventsTests {
    private func settings(_ folder: TemporaryFolder) throws -> Settings {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../..")
            .standardizedFileURL
        return try Settings(
            flags: [
                .data: folder.url.appending(path: "data").path,
                .eventsData: folder.url.appending(path: "volume/events").path,
            ],
            configFile: nil,
            environment: ["GATEHOUSE_PASSWORD_COST": "10", "GATEHOUSE_ASSETS": root.path]
        )
    }

    private func canWrite(_ installation: Installation) async -> Bool {
        let written = try? await installation.storage.events.write(.installation("test")) { transaction in
            try transaction.execute("INSERT INTO probes (name, at) VALUES ('test', 1) ON CONFLICT (name) DO NOTHING")
        }
        return written != nil
    }

    @Test func `without the events database the program starts, and makes none in its place`() async throws {
        let folder = try TemporaryFolder()
        let settings = try settings(folder)
        _ = try await CommandRunner(settings: settings).createTenant("acme")
        let data = DataFolder(settings.storage)
        #expect(FileManager.default.fileExists(atPath: data.events.path))
        #expect(!FileManager.default.fileExists(atPath: data.url.appending(path: "events.sqlite").path))
        try FileManager.default.removeItem(at: folder.url.appending(path: "volume"))

        // In a scope of its own: the lock is released with the value.
        do {
            let installation = try await Installation.open(settings, for: .init(mayCreate: false), logger: .silent)
            let monitor = TelemetryMonitor(installation, minimumFree: .bytes(0), logger: .silent)
            await monitor.turn()

            #expect(installation.telemetry.state == .unavailable)
            #expect(throws: DomainError.unavailable(retryAfter: .seconds(10))) { try installation.telemetry.admit(nil) }
            #expect(
                try await installation.services.tenants.page(PageRequest(), grant: Principal.system.installationGrant())
                    .items.count == 1
            )
            try await installation.services.maintenance.turn()
            #expect(!FileManager.default.fileExists(atPath: data.events.path))
            try await installation.close()
        }

        // Only who asks for it gets an empty one.
        let made = try await Installation.open(settings, for: .init(mayCreate: true, makesEvents: true))
        #expect(await canWrite(made))
        try await made.close()
    }

    @Test func `an events database that is removed while it is open is noticed, and used again when it is back`()
        async throws
    {
        let folder = try TemporaryFolder()
        let settings = try settings(folder)
        let installation = try await Installation.open(settings, for: .init(mayCreate: true), logger: .silent)
        let monitor = TelemetryMonitor(installation, minimumFree: .bytes(0), logger: .silent)
        await monitor.turn()
        #expect(installation.telemetry.state == .available)
        #expect(await canWrite(installation))

        let (file, aside) = (installation.folder.events, folder.url.appending(path: "aside"))
        try FileManager.default.moveItem(at: file, to: aside)
        await monitor.turn()
        #expect(installation.telemetry.state == .unavailable)
        #expect(await canWrite(installation) == false)
        #expect(!FileManager.default.fileExists(atPath: file.path))

        try FileManager.default.moveItem(at: aside, to: file)
        await monitor.turn()
        #expect(installation.telemetry.state == .available)
        #expect(await canWrite(installation))
        try await installation.close()
    }

    @Test func `a file that is no database is reported, and nothing else stops`() async throws {
        let folder = try TemporaryFolder()
        let settings = try settings(folder)
        _ = try await CommandRunner(settings: settings).createTenant("acme")
        try Data(repeating: 7, count: 8192).write(to: DataFolder(settings.storage).events)

        let installation = try await Installation.open(settings, for: .init(mayCreate: false), logger: .silent)

        #expect(installation.storage.recoveringEvents?.problem?.kind == .corrupt)
        try await installation.close()
    }

    @Test func `telemetry stops when the disk has less free than is kept`() async throws {
        let folder = try TemporaryFolder()
        let installation = try await Installation.open(settings(folder), for: .init(mayCreate: true), logger: .silent)

        await TelemetryMonitor(installation, minimumFree: .bytes(.max), logger: .silent).turn()
        #expect(installation.telemetry.state == .diskFull)
        await TelemetryMonitor(installation, minimumFree: .bytes(0), logger: .silent).turn()
        #expect(installation.telemetry.state == .available)
        try await installation.close()
    }

    @Test func `a backup is restored to both folders`() async throws {
        let folder = try TemporaryFolder()
        let settings = try settings(folder)
        let runner = CommandRunner(settings: settings)
        _ = try await runner.createTenant("acme")
        let backup = folder.url.appending(path: "backup")
        _ = try await runner.perform(BackUp(folder: backup.path))
        let data = DataFolder(settings.storage)

        let restore = Restore(folder: data, schema: Schema(assets: settings.storage.assets, engine: .sqlite))
        let outcome = try await restore.run(from: backup, replaces: true)

        #expect(outcome.replaced != nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: data.eventsFolder.path).contains("events.sqlite"))
        #expect(
            try !FileManager.default.contentsOfDirectory(atPath: data.eventsFolder.path).contains("restore.partial")
        )
        #expect(!FileManager.default.fileExists(atPath: data.url.appending(path: "events.sqlite").path))
        #expect(try await runner.perform(Examine()).isGood)
    }
}
