import ArgumentParser
import FakeApple
import Foundation
import Logging
import ServiceLifecycle
import StrictJSON
import UnixSignals

struct FakeAppleCommand: GatehouseSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "fake-apple",
        abstract: "Start a fake of Apple's sign-in servers for tests; it authenticates every user without a check.",
        discussion: """
            Start the server with GATEHOUSE_APPLE_URL set to the printed URL, and configure a tenant with the printed \
            team ID, key ID and client IDs. The private key is written to a file that only you can read. All data is \
            lost when the command stops.
            """
    )

    @Option(help: "Address and port; port 0 lets the system choose one.")
    var listen = "127.0.0.1:0"
    @Option(name: .customLong("client"), help: "A client ID: a bundle ID or a Services ID; can be repeated.")
    var clients: [String] = []
    @Option(
        name: .customLong("redirect"),
        help: "An allowed redirect URI of the web flow; can be repeated. Default: all of this machine."
    )
    var redirects: [String] = []
    @Option(help: "The folder for the private key.")
    var folder: String?
    @OptionGroup var output: OutputFlags

    var writesJSON: Bool { output.json }

    func perform() async throws {
        guard let address = ListenAddress(listen) else { throw ValidationError("--listen must be like 127.0.0.1:0.") }
        guard address.isLoopback else {
            throw CommandFailure.rejected(
                "not_loopback",
                "The fake authenticates every user, so it listens on this machine only: 127.0.0.1 or [::1]."
            )
        }
        let (listening, listens) = AsyncStream.makeStream(of: String.self)
        let apple = try FakeApple(host: address.host, port: address.port, onRunning: { listens.yield($0) })
        let team = apple.register(
            clientIDs: clients.isEmpty ? FakeAppleAnnouncement.standardClients : clients,
            redirectURIs: redirects
        )
        let key = try writeKey(of: team)
        let group = Self.group(apple)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                defer { listens.finish() }
                try await group.run()
            }
            for await url in listening {
                try output.write(FakeAppleAnnouncement(url: url, team: team, keyFile: key.path).result)
            }
            try await tasks.waitForAll()
        }
        // The private key is for this run only.
        try? FileManager.default.removeItem(at: folder == nil ? key.deletingLastPathComponent() : key)
    }

    /// Ends at SIGTERM or SIGINT, within seconds.
    private static func group(_ apple: FakeApple) -> ServiceGroup {
        var configuration = ServiceGroupConfiguration(
            services: [.init(named: apple)],
            gracefulShutdownSignals: [.sigterm, .sigint],
            logger: Logger(label: "fake-apple") { _ in SwiftLogNoOpLogHandler() }
        )
        configuration.maximumGracefulShutdownDuration = Duration.seconds(5)
        configuration.maximumCancellationDuration = Duration.seconds(2)
        return ServiceGroup(configuration: configuration)
    }

    private func writeKey(of team: FakeTeam) throws -> URL {
        let folder =
            folder.map { URL(filePath: $0, directoryHint: .isDirectory).standardizedFileURL }
            ?? FileManager.default.temporaryDirectory.appending(
                path: "gatehouse-fake-apple-\(ProcessInfo.processInfo.processIdentifier)"
            )
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: "AuthKey_\(team.keyID).p8")
        try DurableFile.write(Data(team.privateKey.utf8), to: file)
        return file
    }
}

/// The output of the command once the server listens.
struct FakeAppleAnnouncement: Sendable {
    static let standardClients = ["com.example.app", "com.example.web"]

    let url: String
    let team: FakeTeam
    let keyFile: String

    var result: CommandResult {
        let json: JSONObject = [
            "stand_in": true, "url": .string(url), "team_id": .string(team.teamID), "key_id": .string(team.keyID),
            "client_ids": .array(team.clientIDs.map { .string($0) }), "private_key_file": .string(keyFile),
        ]
        return CommandResult(
            json,
            text: """
                This is a fake of Apple: it authenticates every user. Never use it with an installation that has real \
                users.

                \([
                    ["URL", url], ["team ID", team.teamID], ["key ID", team.keyID],
                    ["client IDs", team.clientIDs.joined(separator: ", ")], ["private key", keyFile],
                    ["for the server", "GATEHOUSE_APPLE_URL=\(url)"],
                ].aligned)

                Control-C stops it; all data is lost.
                """
        )
    }
}
