import Dispatch
import Fixtures
import Foundation
import Synchronization
import Testing

@testable import Database

/// What holds of reads while others take long.
@Suite(.timeLimit(.minutes(10))) struct ReaderThreadsTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Reads that wait until they are let go, and how many have begun.
    private final class Held: Sendable {
        private let gate = DispatchSemaphore(value: 0)
        private let started = Mutex(0)

        var count: Int { started.withLock { $0 } }

        func wait() {
            started.withLock { $0 += 1 }
            gate.wait()
        }

        func letGo(_ number: Int) { for _ in 0..<number { gate.signal() } }
    }

    @Test func `thirty lists of one tenant leave readers to another one, and to its own requests`() async throws {
        let database = try await SQLiteDatabase.contract(in: folder)
        let (acme, globex, held) = (Scope.tenant(UUID()), Scope.tenant(UUID()), Held())
        let lists = (1...30).map { _ in Task { try await database.readList(acme) { _ in held.wait() } } }
        try await eventually { database.readers.waiting == 28 }

        for scope in [globex, acme, .test] {
            #expect(try await database.read(scope) { try $0.value("SELECT 1", as: Int.self) } == 1)
        }
        #expect(try await database.readList(globex) { try $0.value("SELECT 2", as: Int.self) } == 2)

        #expect(held.count == 2, "half of five threads")
        held.letGo(30)
        for list in lists { try await list.value }
    }

    @Test func `a tenant whose lists fill its line is refused, and another one is not`() async throws {
        let database = try await SQLiteDatabase.contract(in: folder)
        let (acme, globex, held) = (Scope.tenant(UUID()), Scope.tenant(UUID()), Held())
        let lists = (1...102).map { _ in Task { try await database.readList(acme) { _ in held.wait() } } }
        try await eventually { database.readers.waiting == 100 && held.count == 2 }

        let rejected = await databaseErrorKind { try await database.readList(acme) { _ in } }
        try await database.readList(globex) { _ in }

        #expect(rejected == .busy)
        held.letGo(102)
        for list in lists { try await list.value }
    }

    @Test func `reads of one tenant take all threads but one`() async throws {
        let database = try await SQLiteDatabase.contract(in: folder)
        let (acme, globex, held) = (Scope.tenant(UUID()), Scope.tenant(UUID()), Held())
        let reads = (1...9).map { _ in Task { try await database.read(acme) { _ in held.wait() } } }
        try await eventually { database.readers.waiting == 5 && held.count == 4 }

        try await database.read(globex) { _ in }

        #expect(held.count == 4)
        held.letGo(9)
        for read in reads { try await read.value }
    }
}
