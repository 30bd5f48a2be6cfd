import Crypto
import Database
@_spi(Admission) import Domain
import Foundation
import Stores
import Synchronization
import UseCases

/// A whole installation in databases of its own, with a clock and random numbers that a test chooses: over SQLite, or
/// over PostgreSQL when the run names a server.
///
/// The databases go when the value does. Passwords cost next to nothing.
public final class Installation: Sendable {
    public static let migrations = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../migrations/sqlite").standardizedFileURL

    /// Time enough on any machine: what is found is tested, not how fast.
    private static let searchTime = Duration.seconds(600)

    private let databases: any TestDatabases
    public var control: any MigratableDatabase { databases.control }
    public var events: any MigratableDatabase { databases.events }
    /// The control database as the stores use it: under the rules for statements.
    public let observedControl: ObservedDatabase
    /// The events database as the stores use it.
    public let observedEvents: ObservedDatabase
    public let chain: AuditChain
    public let root: RootKey
    public let databaseStores: DatabaseStores
    public var stores: any StoreSet { databaseStores }
    public let services: Services
    public let clock: TestClock
    /// What it takes for Apple.
    let apple: AppleServers
    /// What the stores have logged.
    public let failures: FailureList

    public convenience init(
        passwordLimits: PasswordGate.Limits = .patient,
        passwordCost: PasswordHash.Cost = .init(logN: 4),
        clock: TestClock = TestClock(),
        address: PublicAddress = .trial,
        apple: AppleServers = .unreachable,
        secondFactor: SecondFactorPolicy = .optional,
        mail: (any MailTransport)? = nil,
        ingestBudget: IngestBudget.Limits = .init(),
        ingestLimits: IngestLimits = .init()
    ) async throws {
        try await self.init(
            over: try await TestEngine.newDatabases(),
            passwordLimits: passwordLimits,
            passwordCost: passwordCost,
            clock: clock,
            address: address,
            apple: apple,
            secondFactor: secondFactor,
            mail: mail,
            ingestBudget: ingestBudget,
            ingestLimits: ingestLimits
        )
    }

    init(
        over databases: any TestDatabases,
        passwordLimits: PasswordGate.Limits = .patient,
        passwordCost: PasswordHash.Cost = .init(logN: 4),
        clock: TestClock,
        address: PublicAddress,
        apple: AppleServers = .unreachable,
        secondFactor: SecondFactorPolicy = .optional,
        mail: (any MailTransport)? = nil,
        ingestBudget: IngestBudget.Limits = .init(),
        ingestLimits: IngestLimits = .init()
    ) async throws {
        self.databases = databases
        self.clock = clock
        self.apple = apple
        root = RootKey(bytes: Array(repeating: 7, count: 32))
        chain = AuditChain(root: root)
        let failures = FailureList()
        self.failures = failures
        let rules: [any StatementObserver] = [StatementLog.shared, PlanRule.shared]
        observedControl = ObservedDatabase(databases.control, observers: rules + databases.controlRules)
        observedEvents = ObservedDatabase(databases.events, observers: rules + databases.eventRules)
        let databases = StoreDatabases(control: observedControl, events: observedEvents) { failures.add($0) }
        databaseStores = DatabaseStores(databases, chain: chain, searchTime: Self.searchTime, now: { clock.now })
        services = Services(
            stores: databaseStores,
            root: root,
            texts: TestTexts.catalogue,
            address: address,
            apple: apple,
            systemContext: SystemContext(now: { clock.now }, random: SystemContext.system.random),
            options: ServiceOptions(
                passwordLimits: passwordLimits,
                passwordCost: passwordCost,
                ingestBudget: ingestBudget,
                ingestLimits: ingestLimits,
                secondFactor: secondFactor,
                mailTransport: mail
            )
        )
    }

    /// The stores over the same databases, with one more observer of the control database.
    public func stores(observedBy observer: any StatementObserver) -> DatabaseStores {
        let clock = clock
        return DatabaseStores(
            StoreDatabases(
                control: ObservedDatabase(observedControl, observers: [observer]),
                events: observedEvents
            ) { _ in },
            chain: chain,
            searchTime: Self.searchTime,
            now: { clock.now }
        )
    }

    /// The use cases once more, as another process of the installation has them.
    /// - Parameter stores: replaces the installation's own.
    public func services(
        over stores: (any StoreSet)? = nil,
        apple: AppleServers? = nil,
        options: ServiceOptions = ServiceOptions(secondFactor: .optional)
    ) -> Services {
        Services(
            stores: stores ?? self.stores,
            root: root,
            texts: TestTexts.catalogue,
            address: services.address,
            apple: apple ?? self.apple,
            systemContext: services.systemContext,
            options: options
        )
    }

    /// Changes the control database as its owner could, past the protection of the audit.
    public func tamper(_ body: @escaping @Sendable (any WriteTransaction) throws -> Void) async throws {
        try await databases.tamper(body)
    }

    /// Where SQLite keeps the files; nil on PostgreSQL.
    public var folder: URL? { (databases as? SQLiteTestDatabases)?.folder.url }

    /// The same databases at this moment, to begin from again.
    func snapshot() async throws -> any DatabaseSnapshot { try await databases.snapshot() }

    /// The operator's shell, with every permission.
    public var installationGrant: InstallationGrant {
        get throws { try Principal.system.installationGrant() }
    }

    public func newTenant(_ slug: String) async throws -> TenantAdministration.Creation {
        try await services.tenants.create(slug: slug, name: slug.capitalized, grant: try installationGrant)
    }
}

/// The time, as a test sets it. Starts at 2026-11-21T09:00:00Z.
public final class TestClock: Sendable {
    private let time = Mutex(Timestamp(milliseconds: 1_795_251_600_000))

    public init() {}

    public var now: Timestamp { time.withLock { $0 } }

    public func advance(by span: Duration) {
        time.withLock { $0 = $0 + span }
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

extension PasswordGate.Limits {
    /// For tests, which share a busy machine: no request times out.
    public static let patient = PasswordGate.Limits(deadline: .seconds(3600))
}

extension PublicAddress {
    /// That of a trial on one machine.
    public static let trial = PublicAddress(origin: "http://127.0.0.1:8080")

    public init(origin: String) {
        self.init(origin)!  // a test writes an address
    }
}
