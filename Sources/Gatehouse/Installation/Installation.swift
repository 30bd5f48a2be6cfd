import AppleID
import Database
import Domain
import Foundation
import Logging
import Stores
import Synchronization
import UseCases

/// An opened data folder: it is locked by this process, its schema is the newest, and its use cases are ready.
struct Installation: Sendable {
    let folder: DataFolder
    let storage: Storage
    let root: RootKey
    let clock: InstallationClock
    let databases: StoreDatabases
    let stores: DatabaseStores
    /// The texts of messages and pages.
    let texts: TextCatalogue
    /// Whether events can currently be stored.
    let telemetry: TelemetryStorage
    let services: Services
    private let apple: AppleConnection
    private let lock: DataFolderLock

    /// Opens the data folder of the settings.
    /// - Parameters:
    ///   - address: returns the public address, which is the issuer of tokens; called when the folder is locked. The
    ///     default is the address of the settings.
    /// - Throws: `.locked` while another process uses the folder, `.rejected` when schema or root key do not match.
    static func open(
        _ settings: Settings,
        for purpose: OpeningPurpose,
        logger: Logger,
        address: (() throws -> PublicAddress)? = nil
    ) async throws(CommandFailure) -> Installation {
        try await open(settings, for: purpose, logger: logger, at: nil, address: address)
    }

    /// Opens a new data folder to write what happened in the past. It does not log.
    /// - Parameter systemContext: has the time of what is written.
    static func open(
        _ settings: Settings,
        at systemContext: SystemContext
    ) async throws(CommandFailure) -> Installation {
        try await open(
            settings,
            for: .init(mayCreate: true),
            logger: Logger(label: "gatehouse") { _ in SwiftLogNoOpLogHandler() },
            at: systemContext,
            address: nil
        )
    }

    /// - Parameter systemContext: nil for the time of the installation's clock.
    private static func open(
        _ settings: Settings,
        for purpose: OpeningPurpose,
        logger: Logger,
        at systemContext: SystemContext?,
        address: (() throws -> PublicAddress)?
    ) async throws(CommandFailure) -> Installation {
        let folder = DataFolder(settings.storage)
        let lock = try prepare(folder, settings.storage, for: purpose)
        do {
            // Read while the databases are opened.
            async let texts = SharedCatalogue.texts(
                in: settings.storage.assets.appending(path: "templates/texts").path
            )
            let storage = try await Storage.open(settings.storage, makesEvents: purpose.makesEvents, logger: logger)
            do {
                if try await InstallationFacts(control: storage.control).isRestoring(), !purpose.finishesRestore {
                    throw CommandFailure.rejected(
                        "restore_unfinished",
                        "A restore did not end. Run `gatehouse restore` again."
                    )
                }
                try await StoredAddresses(control: storage.control).makeCanonical()
                return try await Installation(
                    folder: folder,
                    lock: lock,
                    storage: storage,
                    settings: settings,
                    texts: try await texts,
                    address: try address?() ?? settings.server.address(port: settings.server.listen.port),
                    systemContext: systemContext,
                    logger: logger
                )
            } catch {
                try? await storage.close()
                throw error
            }
        } catch { throw CommandFailure(error) }
    }

    /// Locks the folder, and creates what may be missing of it.
    private static func prepare(
        _ folder: DataFolder,
        _ settings: StorageSettings,
        for purpose: OpeningPurpose
    ) throws(CommandFailure) -> DataFolderLock {
        guard purpose.mayCreate || settings.server != nil || folder.holdsDatabases else {
            throw .unavailable(
                "There is no installation in \(folder.path); start one with `gatehouse serve`, or name another folder."
            )
        }
        try folder.prepare()
        let isNew = settings.server == nil && !folder.holdsDatabases
        if isNew || purpose.makesEvents, let events = folder.ownEventsFolder { try DataFolder(url: events).prepare() }
        let lock: DataFolderLock
        do { lock = try DataFolderLock(folder: folder.url) } catch { throw CommandFailure(error) }
        guard !FileManager.default.fileExists(atPath: folder.restoring.path) else {
            throw .rejected(
                "restore_unfinished",
                "A restore into \(folder.path) did not end. Run it again with --replace."
            )
        }
        // The key is created before the database files: a folder without them and without a key is new.
        if settings.server == nil { try makeRootKey(in: folder, isNew: isNew) }
        return lock
    }

    /// Opens the data folder for a command. It does not log, because the command prints its messages to the terminal.
    static func open(_ settings: Settings, for purpose: OpeningPurpose) async throws(CommandFailure) -> Installation {
        try await open(settings, for: purpose, logger: Logger(label: "gatehouse") { _ in SwiftLogNoOpLogHandler() })
    }

    private init(
        folder: DataFolder,
        lock: DataFolderLock,
        storage: Storage,
        settings: Settings,
        texts: TextCatalogue,
        address: PublicAddress,
        systemContext: SystemContext?,
        logger: Logger
    ) async throws {
        self.folder = folder
        self.lock = lock
        self.texts = texts
        self.storage = storage
        root = try await Self.rootKey(of: storage, in: folder)
        let clock = InstallationClock(
            floor: try await ClockFloor(control: storage.control).read(),
            wall: SystemContext.system.wall
        )
        self.clock = clock
        let systemContext = systemContext ?? SystemContext(clock)
        telemetry = TelemetryStorage()
        databases = StoreDatabases(storage, telemetry: telemetry, logger: logger)
        stores = DatabaseStores(databases, chain: AuditChain(root: root), now: systemContext.now)
        apple = AppleConnection(base: settings.apple.base)
        services = Services(
            stores: stores,
            root: root,
            texts: texts,
            address: address,
            apple: AppleServers(apple, logger: logger),
            systemContext: systemContext,
            options: ServiceOptions(settings, telemetry: telemetry, isOneOfMany: storage.isShared, logger: logger)
        )
    }

    /// Loads the root key, and creates it for new databases.
    /// - Throws: `.rejected` when the databases were made with another one.
    private static func rootKey(of storage: Storage, in folder: DataFolder) async throws -> RootKey {
        let facts = InstallationFacts(control: storage.control)
        let known = try await facts.rootKeyCheck()
        if storage.isShared { try makeRootKey(in: folder, isNew: known == nil) }
        let root = try RootKeyFile(url: folder.rootKey).load()
        // Two nodes may start at once; the first one stores its check value.
        guard try await facts.keep(rootKeyCheck: root.check) == root.check else {
            throw CommandFailure.rejected(
                "root_key",
                "The database was made with another root key than \(folder.rootKey.path). Put the right one there: all nodes have the same."
            )
        }
        return root
    }

    func anchors(_ logger: Logger) -> AuditAnchors {
        AuditAnchors(file: folder.anchors, audit: stores.audit, now: { clock.now }, logger: logger)
    }

    /// Flushes pending writes and closes the databases.
    func close() async throws {
        try await services.activity.flush()
        try await services.denials.flush(all: true)
        try await services.guessAlarm.flush()
        // These are observations only: a missing events database does not prevent the end.
        try? await services.attempts.flush()
        try? await services.intake.storeFailures()
        await apple.close()
        try await storage.close()
    }

    private static func makeRootKey(in folder: DataFolder, isNew: Bool) throws(CommandFailure) {
        let file = RootKeyFile(url: folder.rootKey)
        guard file.problem() == .missing else { return }
        guard isNew else { throw .rejected("root_key", "\(RootKeyFile.Problem.missing.sentence) (\(file.url.path))") }
        try file.create(random: SystemContext.system.random)
    }
}

extension StoreDatabases {
    fileprivate init(_ storage: Storage, telemetry: TelemetryStorage, logger: Logger) {
        let isShared = storage.isShared
        let report: @Sendable (DatabaseError) -> Void = { error in
            logger.error("Database failure", metadata: ["kind": "\(error.kind)", "detail": "\(error.detail)"])
        }
        self.init(
            control: storage.control,
            events: storage.events,
            reportOfEvents: { error in
                report(error)
                // We cannot inspect the disk of a database server, so its error counts.
                if isShared, error.kind == .diskFull { telemetry.set(.diskFull) }
            },
            report: report
        )
    }
}

extension ServiceOptions {
    fileprivate init(_ settings: Settings, telemetry: TelemetryStorage, isOneOfMany: Bool, logger: Logger) {
        self.init(
            passwordCost: settings.passwords.cost,
            ingestBudget: settings.storage.ingestBudget,
            telemetry: telemetry,
            eventLifetime: settings.storage.eventLifetime,
            isOneOfMany: isOneOfMany,
            secondFactor: settings.passwords.secondFactor,
            mailTransport: settings.mail.transport
        ) { failure, isLast in
            logger.log(
                level: isLast ? .error : .warning,
                "A message was not sent",
                metadata: ["reason": "\(failure.reason)", "given_up": "\(isLast)"]
            )
        }
    }
}

extension AppleServers {
    fileprivate init(_ connection: AppleConnection, logger: Logger) {
        // The times of Apple's tokens are compared with the machine's clock, because Apple uses real time too.
        let now = SystemContext.system.wall
        let keys = AppleKeyCache(connection: connection, now: now, logger: logger)
        self.init(
            identities: AppleIdentityTokens(keys: keys, now: now),
            tokens: AppleTokenEndpoint(connection: connection, now: now),
            notifications: AppleNotifications(keys: keys, now: now),
            base: connection.base
        )
    }
}

/// Says what an opened data folder is used for, and so what opening it may do.
struct OpeningPurpose {
    /// Creates the folder, the root key and the databases when there are none.
    let mayCreate: Bool
    /// Creates a missing events database also where one existed before.
    let makesEvents: Bool
    /// Opens the folder also after an unfinished restore.
    let finishesRestore: Bool

    init(mayCreate: Bool, makesEvents: Bool = false, finishesRestore: Bool = false) {
        self.mayCreate = mayCreate
        self.makesEvents = makesEvents
        self.finishesRestore = finishesRestore
    }
}

/// The text catalogues that were read. The files belong to the program and don't change while it runs, and reading them takes longer than opening
/// small databases: a process that opens several installations reads them once.
enum SharedCatalogue {
    private static let read = Mutex<[String: TextCatalogue]>([:])

    static func texts(in folder: String) throws -> TextCatalogue {
        if let known = read.withLock({ $0[folder] }) { return known }
        let catalogue = try TextCatalogue(folder: folder)
        read.withLock { $0[folder] = catalogue }
        return catalogue
    }
}
