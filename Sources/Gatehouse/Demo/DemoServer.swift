import Demo
import Domain
import FakeApple
import Foundation
import ServiceLifecycle
import Stores
import Synchronization
import UnixSignals
import UseCases

/// Writes the sample data into a new installation, and serves it.
struct DemoServer {
    let settings: Settings
    let apple: FakeApple
    let end: Timestamp
    let size: DemoSize
    let seed: UInt64
    let rate: Double

    /// Serves until a signal stops it.
    func run() async throws {
        // Before what takes long.
        let reserved = try PortReservation(settings.server.listen)
        warnOfOthers()
        let began = ContinuousClock.now
        guard let tenants = try await written() else { return }
        Terminal.warn("Written in \((ContinuousClock.now - began).wholeMilliseconds / 1000) s.")
        try await serve(tenants)
        withExtendedLifetime(reserved) {}
    }

    private func serve(_ tenants: [DemoTenant]) async throws {
        let (running, runs) = AsyncStream.makeStream(of: ListenAddress.self)
        let phones = DemoPhones(running: running) { address in
            guard rate > 0 else { return nil }
            return DemoTraffic(tenants: tenants, apple: apple, address: "http://\(address)", rate: rate, seed: seed)
        }
        try await Server.run(
            settings,
            onRunning: { address in
                Terminal.write(introduction(settings.server.address(port: address.port)))
                runs.yield(address.local)
            },
            with: phones
        )
        guard let tally = phones.tally else { return }
        Terminal.warn("\(tally.attempts) attempts, \(tally.failed) failed, \(tally.leftOut) left out.")
    }

    private func warnOfOthers() {
        // With a public address there is a proxy before it.
        guard !settings.server.listen.isLoopback || settings.server.address != nil else { return }
        Terminal.warn(
            "Everyone who reaches this server can sign in, because the password is known. Show nothing else there."
        )
    }

    /// - Returns: the sample tenants; nil when a signal ended the writing.
    private func written() async throws -> [DemoTenant]? {
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
        return try await withThrowingTaskGroup(of: [DemoTenant]?.self) { group in
            group.addTask { try await write() }
            group.addTask {
                for await _ in signals { return nil }
                return nil
            }
            defer { group.cancelAll() }
            do { return try await group.next() ?? nil } catch is CancellationError { return nil }
        }
    }

    private func write() async throws -> [DemoTenant] {
        let calendar = DemoCalendar(now: end, days: size.days)
        let clock = DemoClock(calendar.start)
        let installation = try await Installation.open(settings, at: clock.systemContext)
        let writer = DemoWriter(
            services: installation.services,
            accounts: SampleAccounts(installation.databases, chain: AuditChain(root: installation.root)),
            clock: clock,
            calendar: calendar,
            size: size,
            seed: seed
        )
        let progress = Progress()
        do {
            let tenants = try await writer.write {
                apple.register(clientIDs: [$0.clientID])
            } report: {
                progress.show($0)
            }
            try await installation.close()
            return tenants
        } catch {
            try? await installation.close()
            throw error
        }
    }

    private func introduction(_ address: PublicAddress) -> String {
        let lines =
            [["operator", DemoApp.operatorEmail]]
            + DemoApp.all.map { [$0.name, "\($0.member(.admin).email), \($0.member(.onCall).email)"] }
            + [["password", DemoApp.password]]
        return """

                \(address)

                \(lines.aligned.replacing("\n", with: "\n    "))

            Control-C stops it.
            """
    }
}

/// Says how far the history is written, in steps of a tenth.
private final class Progress: Sendable {
    private let next = Mutex(0)

    func show(_ share: Double) {
        let tenth = Int(share * 10)
        next.withLock { next in
            guard tenth >= next else { return }
            next = tenth + 1
            Terminal.warn("Writing the history: \(tenth * 10) %")
        }
    }
}

/// The sample phones as a service: they go on once the server accepts connections.
private final class DemoPhones: Service {
    private let running: AsyncStream<ListenAddress>
    private let start: @Sendable (ListenAddress) -> DemoTraffic?
    private let traffic = Mutex<DemoTraffic?>(nil)

    init(running: AsyncStream<ListenAddress>, start: @escaping @Sendable (ListenAddress) -> DemoTraffic?) {
        self.running = running
        self.start = start
    }

    /// What was sent; nil when nothing was to be sent.
    var tally: DemoTraffic.Tally? { traffic.withLock { $0?.tally } }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            for await address in self.running {
                guard let traffic = self.start(address) else { continue }
                self.traffic.withLock { $0 = traffic }
                await traffic.run()
            }
        }
    }
}
