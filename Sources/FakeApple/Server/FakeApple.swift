import Domain
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import Synchronization

/// A fake of Apple's servers: keys, tokens, revocation, the page of the web flow, and notifications, over plain HTTP.
///
/// It validates what Apple validates: client secrets by their signature, codes by single use, five minutes and client.
/// A test can also make it do what Apple never does: sign anything with any key, fail, stall, and send invalid data.
///
/// ```swift
/// let apple = try await FakeApple.start()
/// let team = apple.register(clientIDs: ["com.example.app"])
/// let token = try apple.identityToken(of: FakeUser("ada"), for: "com.example.app")
/// await apple.stop()
/// ```
public final class FakeApple: Service {
    let fake: FakeAppleState
    private let host: String
    private let port: Int
    private let logger: Logger
    private let onRunning: @Sendable (String) -> Void
    private let address = Mutex<String?>(nil)
    private let running = Mutex<Running?>(nil)

    /// A server that `start()` started.
    private struct Running: Sendable {
        let group: ServiceGroup
        let task: Task<Void, any Error>
    }

    /// - Parameters:
    ///   - port: 0 lets the system choose one.
    ///   - now: the clock for codes, client secrets and tokens.
    ///   - onRunning: gets the address once the server listens: `http://127.0.0.1:49152`.
    public init(
        host: String = "127.0.0.1",
        port: Int = 0,
        now: @escaping @Sendable () -> Timestamp = SystemContext.system.now,
        logger: Logger = Logger(label: "fake-apple") { _ in SwiftLogNoOpLogHandler() },
        onRunning: @escaping @Sendable (String) -> Void = { _ in }
    ) throws {
        fake = try FakeAppleState(now: now)
        self.host = host
        self.port = port
        self.logger = logger
        self.onRunning = onRunning
    }

    deinit {
        guard let running = running.withLock({ $0 }) else { return }
        // A deinitializer cannot wait. Cancelling the server instead would end the process if it accepts a connection
        // at that time.
        Task { await running.group.triggerGracefulShutdown() }
    }

    /// Serves on a port that the system chooses, until `stop()` is called or the object is released.
    public static func start(
        now: @escaping @Sendable () -> Timestamp = SystemContext.system.now
    ) async throws -> FakeApple {
        let apple = try FakeApple(now: now)
        let (listening, listens) = AsyncStream.makeStream(of: String.self)
        let group = apple.group(of: apple.application { listens.yield($0) })
        // The server outlives this call; `stop()` or the deinitializer ends it.
        let task = Task {
            defer { listens.finish() }
            try await group.run()
        }
        for await address in listening {
            apple.address.withLock { $0 = address }
            apple.running.withLock { $0 = Running(group: group, task: task) }
            return apple
        }
        try await task.value
        throw CancellationError()
    }

    /// Closes the port and the connections of clients that still wait for a response.
    public func stop() async {
        let running = running.withLock { running in
            defer { running = nil }
            return running
        }
        await running?.group.triggerGracefulShutdown()
        _ = try? await running?.task.value
    }

    public func run() async throws {
        let application = application { [weak self] address in
            self?.address.withLock { $0 = address }
            self?.onRunning(address)
        }
        try await application.run()
    }

    /// The address of the server: `http://127.0.0.1:49152`. Empty before it listens.
    public var url: String { address.withLock { $0 ?? "" } }

    private func group(of service: any Service) -> ServiceGroup {
        var configuration = ServiceGroupConfiguration(
            services: [.init(service: service, serviceName: "fake-apple")],
            logger: logger
        )
        configuration.maximumGracefulShutdownDuration = Duration.seconds(60)
        return ServiceGroup(configuration: configuration)
    }

    private func application(
        onRunning: @escaping @Sendable (String) -> Void
    ) -> Application<RouterResponder<BasicRequestContext>> {
        let host = host.contains(":") ? "[\(host)]" : host
        return Application(
            router: AppleRoutes(fake: fake).router,
            server: .http1(configuration: .init(idleTimeout: .seconds(60))),
            configuration: ApplicationConfiguration(address: .hostname(self.host, port: port), serverName: nil),
            onServerRunning: { channel in onRunning("http://\(host):\(channel.localAddress?.port ?? 0)") },
            logger: logger
        )
    }
}

extension FakeApple {
    /// Sets the fault of one endpoint from now on; nil clears it.
    public func inject(_ fault: FakeFault?, at endpoint: FakeEndpoint) {
        fake.state.withLock { $0.faults[endpoint] = fault }
    }

    /// Sets the fault of every endpoint from now on; nil clears it.
    public func inject(_ fault: FakeFault?) {
        for endpoint in FakeEndpoint.allCases { inject(fault, at: endpoint) }
    }
}
