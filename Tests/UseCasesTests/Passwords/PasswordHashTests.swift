import Crypto
import Domain
import Foundation
import Synchronization
import Testing

@testable import UseCases

@Suite struct PasswordHashTests {
    @Test func `the key is that of RFC 7914 section 12`() throws {
        let key = try Scrypt.derive(
            Data("pleaseletmein".utf8),
            salt: Data("SodiumChloride".utf8),
            count: 32,
            cost: .init(logN: 14, r: 8, p: 1)
        )

        #expect(Hexadecimal.encode(Array(key)) == "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2")
    }

    @Test func `the stored text is read back as it was`() throws {
        let hash = PasswordHash(
            .own(.standard),
            salt: Data(repeating: 1, count: 16),
            key: Data(repeating: 2, count: 32)
        )

        #expect(hash.text.hasPrefix("$scrypt$ln=17,r=8,p=1,keyid=1$"))
        #expect(PasswordHash(text: hash.text) == hash)
    }

    @Test(arguments: [
        "", "$scrypt$", "plain", "$scrypt$ln=40,r=8,p=1$AAAAAAAAAAA$AAAA", "$argon2id$v=19$m=1,t=1,p=1$AAAA$AAAA",
        "$scrypt$ln=17,ln=1,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    ])
    func `what is not ours, or would cost too much, is no hash`(text: String) {
        #expect(PasswordHash(text: text) == nil)
    }

    @Test func `the pepper is part of the key`() throws {
        let salt = Data(repeating: 1, count: 16)
        let pepper = SymmetricKey(data: Data(repeating: 3, count: 32))

        let with = try PasswordHash.derive("secret", pepper: pepper, salt: salt, cost: .init(logN: 4))
        let without = try Scrypt.derive(Data("secret".utf8), salt: salt, count: 32, cost: .init(logN: 4))

        #expect(with != without)
    }
}

/// Counts what tasks have done.
private final class Tally: Sendable {
    private let number = Mutex(0)

    var count: Int { number.withLock { $0 } }
    func add() { number.withLock { $0 += 1 } }
}

/// Whose hashes are done, in order.
private final class Order: Sendable {
    private let owners = Mutex<[Tenant.ID]>([])

    var all: [Tenant.ID] { owners.withLock { $0 } }
    func add(_ owner: Tenant.ID) { owners.withLock { $0.append(owner) } }
}

@Suite struct PasswordGateTests {
    private func gate(width: Int, queue: Int, cost: Int = 14) -> PasswordGate {
        PasswordGate(
            limits: .init(width: width, queue: queue, deadline: .seconds(3600)),
            cost: .init(logN: cost),
            root: RootKey(bytes: Array(repeating: 1, count: 32)),
            random: SystemContext.system.random
        )
    }

    @Test func `more than width and queue are turned away at once`() async throws {
        let gate = gate(width: 2, queue: 3)

        let outcomes = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 {
                group.addTask { (try? await gate.hash("a password", for: nil)) != nil }
            }
            return await group.reduce(into: [Bool]()) { $0.append($1) }
        }

        let done = outcomes.count { $0 }
        #expect(done >= 5)
        #expect(done < 20)
    }

    @Test func `tenants take turns, and no one takes all places of the queue`() async throws {
        let gate = gate(width: 1, queue: 40, cost: 15)
        let (loud, quiet) = (
            Tenant.ID(.init(bytes: [UInt8](repeating: 1, count: 16))),
            Tenant.ID(.init(bytes: [UInt8](repeating: 2, count: 16)))
        )
        let finished = Order()
        let rejected = Tally()

        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<30 {
                group.addTask {
                    do {
                        _ = try await gate.hash("a password", for: loud)
                        finished.add(loud)
                    } catch { rejected.add() }
                }
            }
            while gate.queue.waiting < 10, rejected.count == 0 { await Task.yield() }
            group.addTask {
                _ = try? await gate.hash("a password", for: quiet)
                finished.add(quiet)
            }
        }

        let order = finished.all
        #expect(rejected.count >= 10, "of one tenant a quarter of the queue waits, and no more")
        let place = try #require(order.firstIndex(of: quiet))
        #expect(place <= order.count - 5, "\(place) of \(order.count)")
    }

    @Test func `a password longer than any is wrong after the same work`() async throws {
        let gate = gate(width: 1, queue: 3, cost: 4)
        let stored = try await gate.hash("", for: nil)
        let before = gate.workDone

        let check = try await gate.check(String(repeating: "x", count: 5000), against: stored, for: nil)

        #expect(!check.isRight && gate.workDone - before == 16 * 8)
    }

    @Test func `how full the gate is can be seen from outside`() async throws {
        let gate = gate(width: 1, queue: 3)
        #expect(gate.running == 0 && gate.queue == QueueDepth(waiting: 0, limit: 3))

        var mostWaiting = 0
        // On a busy machine one hash may be done before the next begins to wait: then it is tried again.
        for _ in 0..<20 where mostWaiting < 2 {
            let hashes = (0..<3).map { _ in Task { _ = try? await gate.hash("a password", for: nil) } }
            let done = Tally()
            let all = Task {
                for hash in hashes { await hash.value }
                done.add()
            }
            while mostWaiting < 2, done.count == 0 {
                mostWaiting = max(mostWaiting, gate.queue.waiting)
                #expect(gate.running <= 1)
                await Task.yield()
            }
            await all.value
        }

        #expect(mostWaiting == 2)
        #expect(gate.running == 0 && gate.queue.waiting == 0)
    }

    @Test func `hashes leave the threads of tasks alone`() async throws {
        let width = ProcessInfo.processInfo.activeProcessorCount + 1
        var doneBefore: [Int] = []

        // Where hashes take the threads of tasks, no task runs before one of them is done; on a busy machine that can
        // also happen by chance.
        for _ in 0..<6 where !doneBefore.contains(0) { doneBefore.append(await hashesDone(beforeTaskAmong: width)) }

        #expect(doneBefore.contains(0), "\(doneBefore)")
    }

    /// Keeps a gate busy with as many hashes as it is wide, and returns how many of them are done when another task has
    /// run.
    private func hashesDone(beforeTaskAmong width: Int) async -> Int {
        let gate = gate(width: width, queue: 0, cost: 16)
        let done = Tally()
        let hashes = (0..<width).map { _ in
            Task {
                _ = try? await gate.hash("a password", for: nil)
                done.add()
            }
        }
        while gate.running < width, done.count == 0 { await Task.yield() }
        await Task { await Task.yield() }.value
        let doneByThen = done.count
        for hash in hashes { await hash.value }
        return doneByThen
    }

    @Test func `the right password is right, any other is wrong, and none is right without an account`() async throws {
        let gate = gate(width: 2, queue: 64, cost: 4)
        let hash = try await gate.hash("correct horse", for: nil)

        #expect(try await gate.check("correct horse", against: hash, for: nil).isRight)
        #expect(try await !gate.check("correct horsf", against: hash, for: nil).isRight)
        #expect(try await !gate.check("correct horse", against: nil, for: nil).isRight)
    }

    @Test func `a hash of another cost is right and outdated`() async throws {
        let old = try await gate(width: 1, queue: 1, cost: 4).hash("correct horse", for: nil)

        let check = try await gate(width: 1, queue: 1, cost: 5).check("correct horse", against: old, for: nil)

        #expect(check.isRight && check.isOutdated)
    }

    @Test(arguments: [4, 5, 7, 8])
    func `a check takes the same work for an unknown user and for a hash from before the cost was raised`(
        cost: Int
    ) async throws {
        let gate = gate(width: 1, queue: 1, cost: 8)
        let stored = try await self.gate(width: 1, queue: 1, cost: cost).hash("correct horse", for: nil)

        _ = try await gate.check("a wrong guess", against: nil, for: nil)
        let forUnknown = gate.workDone
        let check = try await gate.check("a wrong guess", against: stored, for: nil)

        #expect(gate.workDone - forUnknown == forUnknown)
        #expect(!check.isRight)
        #expect(try await gate.check("correct horse", against: stored, for: nil).isRight)
    }
}
