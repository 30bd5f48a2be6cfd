import ArgumentParser
import Domain
import FakeApple
import Foundation
import Logging
import ServiceLifecycle
import StrictJSON
import UnixSignals

struct FakeAppleCommand: GatehouseSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "fake-apple",
        abstract: "Start a stand-in for Apple, for tests and demonstrations; it signs anyone in.",
        discussion: """
            Start the server with GATEHOUSE_APPLE_URL set to the printed address, and give a tenant the printed team, key and client \
            ids. The private key is written to a file that only you can read. Everything is forgotten when it stops.
            """
    )

    @Option(help: "Address and port; port 0 lets the system choose one.")
    var listen = "127.0.0.1:0"
    @Option(name: .customLong("client"), help: "A client id: a bundle id or a Services ID. May be given several times.")
    var clients: [String] = []
    @Option(
        name: .customLong("redirect"),
        help: "An address that the web flow may return to; without any: all on this machine."
    )
    var redirects: [String] = []
    @Option(help: "The folder for the private key.")
    var folder: String?
    @OptionGroup var output: OutputFlags

    var writesJSON: Bool { output.json }

    func perform() async throws {
        guard let address = ListenAddress(listen) else { throw ValidationError("--listen must be like 127.0.0.1:0.") }
        guard address.isLoopback else {
            throw CommandFailure.refused(
                "not_loopback",
                "A stand-in signs anyone in, so it listens on this machine only: 127.0.0.1 or [::1]."
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
        // What was made for this run alone goes with it.
        try? FileManager.default.removeItem(at: folder == nil ? key.deletingLastPathComponent() : key)
    }

    /// Ends at SIGTERM or SIGINT, within seconds.
    private static func group(_ apple: FakeApple) -> ServiceGroup {
        var configuration = ServiceGroupConfiguration(
            services: [apple],
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

/// What the command says once it listens.
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
                This is a stand-in for Apple: it signs anyone in. Never let an installation with real people use it.

                \([
                    ["address", url], ["team id", team.teamID], ["key id", team.keyID],
                    ["client ids", team.clientIDs.joined(separator: ", ")], ["private key", keyFile],
                    ["for the server", "GATEHOUSE_APPLE_URL=\(url)"],
                ].aligned)

                It ends with Control-C and forgets everything.
                """
        )
    }
}
