import Database
import Foundation
import Synchronization

/// The events database, which may be missing at the start or disappear later: requests to it then fail at once, and it
/// is opened again when it is back. Its owner calls `check()` about once a second.
final class RecoveringDatabase: MigratableDatabase {
    private enum State {
        case open(SQLiteDatabase, FileIdentity?, DataFolderLock?)
        case unavailable(DatabaseError)
        case closed
    }

    /// Opens the file and migrates it to the newest schema.
    typealias Opening = @Sendable () async throws -> (SQLiteDatabase, DataFolderLock?)

    let file: URL
    let engine = DatabaseEngine.sqlite
    let changes = ChangeFeed(isLive: true)
    private let open: Opening
    private let state: Mutex<State>
    /// The latest failure that makes the file unusable; nil after a successful write.
    private let failure = Mutex<DatabaseError?>(nil)

    init(file: URL, open: @escaping Opening) {
        self.file = file
        self.open = open
        state = Mutex(.unavailable(DatabaseError(.unavailable, "\(file.path) has not been opened yet")))
    }

    /// Why the file cannot be used; nil while it can.
    var problem: DatabaseError? {
        switch state.withLock({ $0 }) {
        case .open: failure.withLock { $0 }
        case .unavailable(let error): error
        case .closed: DatabaseError(.unavailable, "the events database has been closed")
        }
    }

    /// Runs one turn of the owner's timer: detects a file that was removed or replaced, and reopens it when possible.
    func check() async {
        switch state.withLock({ $0 }) {
        case .closed: return
        case .unavailable: await reopen()
        case .open(let database, let identity, _):
            guard FileIdentity(of: file) == identity else {
                // Data written to an unlinked file would be lost with this process.
                leave(database, DatabaseError(.unavailable, "\(file.path) was removed or replaced while it was open"))
                try? await database.close()
                return await reopen()
            }
            if failure.withLock({ $0 != nil }) { await probe() }
        }
    }

    private func reopen() async {
        do {
            let (database, lock) = try await open()
            let isKept = state.withLock { state in
                guard case .unavailable = state else { return false }
                state = .open(database, FileIdentity(of: file), lock)
                return true
            }
            failure.withLock { $0 = nil }
            if !isKept { try? await database.close() }
        } catch {
            let error =
                error as? DatabaseError
                ?? DatabaseError(.unavailable, "\(CommandFailure(error).sentences.joined(separator: " "))")
            state.withLock { if case .unavailable = $0 { $0 = .unavailable(error) } }
        }
    }

    private func leave(_ database: SQLiteDatabase, _ error: DatabaseError) {
        state.withLock { state in
            if case .open(let current, _, _) = state, current === database { state = .unavailable(error) }
        }
    }

    /// Writes once, because a successful write shows that the failure is over.
    private func probe() async {
        _ = try? await write(.installation("write probe")) { transaction in
            try transaction.execute(
                "INSERT INTO probes (name, at) VALUES ('recovery', 1) ON CONFLICT (name) DO UPDATE SET at = probes.at + 1"
            )
        }
    }

    private func current() throws -> SQLiteDatabase {
        switch state.withLock({ $0 }) {
        case .open(let database, _, _): return database
        case .unavailable(let error): throw error
        case .closed: throw DatabaseError(.unavailable, "the events database has been closed")
        }
    }

    private func noting<Result: Sendable>(
        clears: Bool,
        _ work: (SQLiteDatabase) async throws -> Result
    ) async throws -> Result {
        do {
            let result = try await work(try current())
            if clears { failure.withLock { $0 = nil } }
            return result
        } catch let error as DatabaseError {
            switch error.kind {
            case .io, .corrupt, .readOnly, .unavailable: failure.withLock { $0 = error }
            default: break
            }
            throw error
        }
    }

    // MARK: Database

    func read<Result: Sendable>(
        _ scope: Scope,
        _ body: @escaping @Sendable (any ReadTransaction) throws -> Result
    ) async throws -> Result {
        try await noting(clears: false) { try await $0.read(scope, body) }
    }

    func readList<Result: Sendable>(
        _ scope: Scope,
        _ body: @escaping @Sendable (any ReadTransaction) throws -> Result
    ) async throws -> Result {
        try await noting(clears: false) { try await $0.readList(scope, body) }
    }

    func write<Result: Sendable>(
        _ scope: Scope,
        order: WriteOrder,
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Result
    ) async throws -> Result {
        try await noting(clears: true) { try await $0.write(scope, order: order, body) }
    }

    func alone(_: StaticString, _ job: @Sendable () async throws -> Void) async throws -> Bool {
        try await job()
        return true
    }

    /// The used and the free bytes within the file.
    func fileBytes() async throws -> (used: Int64, free: Int64) {
        try await noting(clears: false) { try await $0.fileBytes() }
    }

    func close() async throws {
        let before = state.withLock { state in
            defer { state = .closed }
            return state
        }
        guard case .open(let database, _, let lock) = before else { return }
        try await database.close()
        withExtendedLifetime(lock) {}
    }

    func appliedMigrations() async throws -> [AppliedMigration] { try await current().appliedMigrations() }

    func apply(_ migration: Migration, at milliseconds: Int64) async throws -> Bool {
        try await current().apply(migration, at: milliseconds)
    }

    func migrating<Result: Sendable>(
        from folder: URL,
        _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        try await current().migrating(from: folder, body)
    }
}

/// The identity of the file behind a path.
struct FileIdentity: Sendable, Hashable {
    let device: UInt64
    let number: UInt64

    /// Nil when the file does not exist.
    init?(of file: URL) {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: file.path),
            let device = (attributes[.systemNumber] as? NSNumber)?.uint64Value,
            let number = (attributes[.systemFileNumber] as? NSNumber)?.uint64Value
        else { return nil }
        self.device = device
        self.number = number
    }
}
