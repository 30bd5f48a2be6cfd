import Database
import Foundation
import Synchronization
import Testing

/// What is announced with a commit, on every engine.
@Suite(.timeLimit(.minutes(10))) struct ChangeContract {
    private struct Rejection: Error {}

    private let folder: TemporaryFolder
    private let acme = Change("colours", of: UUID())
    private let globex = Change("colours", of: UUID())

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: Engine.all) func `a change is announced after its commit, and never without one`(
        engine: Engine
    ) async throws {
        let database = try await engine.make(in: folder)
        let heard = SignalList(database.changes)

        _ = try? await database.write(.test) { transaction in
            try transaction.announce(acme)
            throw Rejection()
        }
        try await database.write(.test) { transaction in
            try transaction.execute("INSERT INTO teams (id, name) VALUES (1, 'acme')")
            try transaction.announce(globex)
        }

        #expect(heard.all == [.change(globex)])
    }

    @Test func `a change is decoded from its text unchanged, and other text is rejected`() {
        #expect(Change(acme.description) == acme)
        #expect(Change("colours") == nil)
        #expect(Change("Colours \(UUID())") == nil)
        #expect(Change("colours \(UUID()) more") == nil)
        #expect(Change("") == nil)
    }
}

/// The changes that a feed has announced.
final class SignalList: Sendable {
    private let list = Mutex<[ChangeFeed.Signal]>([])
    private let stream: AsyncStream<ChangeFeed.Signal>

    init(_ feed: ChangeFeed) {
        let (stream, continuation) = AsyncStream<ChangeFeed.Signal>.makeStream()
        self.stream = stream
        feed.watch { [weak self] signal in
            self?.list.withLock { $0.append(signal) }
            continuation.yield(signal)
        }
    }

    var all: [ChangeFeed.Signal] { list.withLock { $0 } }

    /// Waits until `signal` has been announced.
    func wait(for signal: ChangeFeed.Signal) async {
        for await announced in stream where announced == signal { return }
    }
}
