import ArgumentParser
import Demo
import Domain
import FakeApple
import Foundation

struct DemoCommand: GatehouseSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Start a server with sample data: four apps, their users, and a month in which things went wrong.",
        discussion: """
            Afterwards the users go on: they sign in, and their phones report events, over HTTP and in the apps' own wire \
            formats. A fake of Apple's servers signs them in. All passwords are known. Settings of an installation are \
            not read, so a demo cannot touch one. The same seed, size and end make the same history.

            With a high --rate it generates load: the number of attempts, and how many requests failed, is printed at \
            the end.
            """
    )

    @Option(help: "Address and port; port 0 lets the system choose one.")
    var listen = "127.0.0.1:8080"
    @Option(name: .customLong("base-url"), help: "The public URL, like https://demo.example.com.")
    var baseURL: String?
    @Option(help: "A new or empty folder, which keeps the data. Default: a temporary one, deleted at the end.")
    var data: String?
    @Option(help: "The folder that holds Public, templates and migrations.")
    var assets: String?
    @Option(help: "Users of the four apps together, 100 to 200,000.")
    var users = DemoSize().users
    @Option(help: "Sessions of these users, at least one each. Default: three each.")
    var sessions: Int?
    @Option(help: "Days of history, 1 to 60.")
    var days = DemoSize().days
    @Option(help: "Another number makes another history.")
    var seed: UInt64 = 1
    @Option(help: "When the history ends, like 2026-11-21T09:00:00Z. Default: now.")
    var end: String?
    @Option(help: "Attempts per second from now on; 0 for none.")
    var rate = 0.3

    var writesJSON: Bool { false }

    func validate() throws {
        guard (100...200_000).contains(users) else { throw ValidationError("--users must be 100 to 200000.") }
        guard (users...600_000).contains(size.sessions) else {
            throw ValidationError("--sessions must be at least the number of users, and at most 600000.")
        }
        guard (1...60).contains(days) else { throw ValidationError("--days must be 1 to 60.") }
        guard rate == 0 || (0.001...10_000).contains(rate) else {
            throw ValidationError("--rate must be 0, or 0.001 to 10000.")
        }
        guard end == nil || (endOfHistory.map { $0 <= SystemContext.system.now() } ?? false) else {
            throw ValidationError("--end must be a time that has passed, like 2026-11-21T09:00:00Z.")
        }
    }

    private var size: DemoSize { DemoSize(users: users, sessions: sessions ?? 3 * users, days: days) }
    private var endOfHistory: Timestamp? { end.flatMap { Timestamp(rfc3339: $0) } }

    func perform() async throws {
        let apple = try await FakeApple.start()
        do {
            let folder = try DemoFolder(data)
            defer { folder.deleteIfTemporary() }
            try await DemoServer(
                settings: settings(in: folder, apple: apple.url),
                apple: apple,
                end: endOfHistory ?? SystemContext.system.now(),
                size: size,
                seed: seed,
                rate: rate
            ).run()
        } catch {
            await apple.stop()
            throw error
        }
        await apple.stop()
    }

    /// The settings of the demo alone: those of an installation on this machine have no effect.
    private func settings(in folder: DemoFolder, apple: String) throws(CommandFailure) -> Settings {
        // The sample phones speak from many addresses, which they name as a proxy does.
        let proxies = ListenAddress(listen).map { $0.isLoopback ? [] : [$0.local.range] } ?? []
        let assetsName = Setting.assets.environmentName
        return try Settings(
            flags: [
                .listen: listen, .baseURL: baseURL, .data: folder.url.path, .assets: assets, .appleURL: apple,
                .trustedProxies: (["127.0.0.1/32", "::1/128"] + proxies).joined(separator: ","),
                // A history that ends long ago stays.
                .eventDays: "3650",
                // Hashing the sample phones' passwords should not take long.
                .passwordCost: "10", .consoleSecondFactor: "optional", .connectionsPerAddress: "1024",
                .logLevel: "error", .logFormat: "text",
            ],
            configFile: nil,
            environment: ProcessInfo.processInfo.environment.filter { $0.key == assetsName }
        )
    }
}

extension ListenAddress {
    /// The range that has this address alone.
    fileprivate var range: String { host.contains(":") ? "\(host)/128" : "\(host)/32" }
}
