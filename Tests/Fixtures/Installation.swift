import Crypto
import Database
import Domain
import Foundation
import Stores
import Synchronization
import UseCases

/// A whole installation over SQLite in a folder of its own, with a clock and random numbers that a test chooses.
///
/// The folder goes when the value does. Passwords cost next to nothing.
public final class Installation: Sendable {
    public static let migrations = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../migrations/sqlite").standardizedFileURL

    public let folder: URL
    public let control: SQLiteDatabase
    public let events: SQLiteDatabase
    public let chain: AuditChain
    public let root: RootKey
    public let stores: StoreSet
    public let services: Services
    public let clock: TestClock
    /// What the stores told the log.
    public let failures: FailureList

    public convenience init(
        passwordLimits: PasswordGate.Limits = .init(), passwordCost: PasswordHash.Cost = .init(logN: 4),
        clock: TestClock = TestClock()
    ) async throws {
        try await self.init(in: Self.newFolder(), passwordLimits: passwordLimits, passwordCost: passwordCost, clock: clock)
    }

    /// - Parameter isFilled: the folder holds the databases already, with all their tables.
    init(
        in folder: URL, isFilled: Bool = false, passwordLimits: PasswordGate.Limits = .init(),
        passwordCost: PasswordHash.Cost = .init(logN: 4), clock: TestClock
    ) async throws {
        self.folder = folder
        self.clock = clock
        control = try SQLiteDatabase(path: folder.appending(path: "control.sqlite").path)
        var options = SQLiteDatabase.Options()
        options.tenantColumn = .number
        events = try SQLiteDatabase(path: folder.appending(path: "events.sqlite").path, options: options)
        if !isFilled {
            _ = try await control.migrate(from: Self.migrations.appending(path: "control"), at: 0)
            _ = try await events.migrate(from: Self.migrations.appending(path: "events"), at: 0)
        }
        root = RootKey(bytes: Array(repeating: 7, count: 32))
        chain = AuditChain(root: root)
        let failures = FailureList()
        self.failures = failures
        stores = StoreSet.over(control: control, events: events, chain: chain, now: { clock.now }) { failures.add($0) }
        services = Services(
            stores: stores, root: root, surroundings: Surroundings(now: { clock.now }, random: Surroundings.system.random),
            passwordLimits: passwordLimits, passwordCost: passwordCost)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    static func newFolder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "gatehouse-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    /// Someone who may do everything, on the operator's shell.
    public var installationGrant: InstallationGrant {
        get throws { try Principal.system.installationGrant() }
    }

    public func newTenant(_ slug: String) async throws -> TenantAdministration.Creation {
        try await services.tenants.create(slug: slug, name: slug.capitalized, grant: try installationGrant)
    }
}

/// The time, as a test sets it. Starts at 2026-11-21T09:00:00Z.
public final class TestClock: Sendable {
    private let moment = Mutex(Timestamp(milliseconds: 1_795_251_600_000))

    public init() {}

    public var now: Timestamp { moment.withLock { $0 } }

    public func advance(by span: Duration) {
        moment.withLock { $0 = $0 + span }
    }
}

/// The failures of a database that were reported.
public final class FailureList: Sendable {
    private let list = Mutex<[DatabaseError]>([])

    public init() {}

    public var all: [DatabaseError] { list.withLock { $0 } }

    func add(_ failure: DatabaseError) {
        list.withLock { $0.append(failure) }
    }
}
