import Foundation
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

/// Accepts administration commands for the running server, which holds the databases.
///
/// Only the owner of the data folder can open the socket. The owner can read every file in the folder anyway.
struct ControlServer: Service {
    /// The number of commands that run at the same time; further commands wait.
    private static let width = 8
    /// A connection that has not sent its command by then is closed.
    private static let requestDeadline = TimeAmount.seconds(10)

    let folder: DataFolder
    let administration: Administration
    let logger: Logger

    func run() async throws {
        let server: NIOAsyncChannel<NIOAsyncChannel<ByteBuffer, ByteBuffer>, Never>
        do { server = try await bind() } catch {
            // A socket's path can be 107 bytes long at most. The server runs without commands rather than not at all.
            logger.warning(
                "No control socket: commands work only while the server is stopped",
                metadata: ["reason": "\(error)"]
            )
            try await gracefulShutdown()
            return
        }
        defer { try? FileManager.default.removeItem(at: folder.controlSocket) }
        try await withGracefulShutdownHandler {
            try await serve(server)
        } onGracefulShutdown: {
            server.channel.close(promise: nil)
        }
    }

    private func bind() async throws -> NIOAsyncChannel<NIOAsyncChannel<ByteBuffer, ByteBuffer>, Never> {
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(unixDomainSocketPath: folder.controlSocket.path, cleanupExistingSocketFile: true) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.controlSocket.path)
        return server
    }

    private func serve(_ server: NIOAsyncChannel<NIOAsyncChannel<ByteBuffer, ByteBuffer>, Never>) async throws {
        try await withThrowingDiscardingTaskGroup { group in
            let places = AsyncPlaces(count: Self.width)
            try await server.executeThenClose { connections in
                for try await connection in connections {
                    await places.take()
                    group.addTask {
                        await answer(connection)
                        await places.giveBack()
                    }
                }
            }
        }
    }

    private func answer(_ connection: NIOAsyncChannel<ByteBuffer, ByteBuffer>) async {
        do {
            try await connection.executeThenClose { inbound, outbound in
                let channel = connection.channel
                let deadline = channel.eventLoop.scheduleTask(in: Self.requestDeadline) { channel.close(promise: nil) }
                defer { deadline.cancel() }
                guard
                    let line = try await ControlProtocol.readLine(
                        from: inbound,
                        limit: ControlProtocol.maximumRequestBytes
                    )
                else { return }
                deadline.cancel()
                try await outbound.write(ControlProtocol.line(await reply(to: line)))
            }
        } catch {
            logger.debug("Control connection ended early", metadata: ["reason": "\(error)"])
        }
    }

    private func reply(to line: ByteBuffer) async -> ControlProtocol.Reply {
        guard let request = try? ControlProtocol.value(ControlProtocol.Request.self, from: line) else {
            return ControlProtocol.Reply(
                .failure(.rejected("unknown_command", "The running server does not know this command."))
            )
        }
        do throws(CommandFailure) {
            return ControlProtocol.Reply(.success(try await administration.perform(request.command)))
        } catch {
            return ControlProtocol.Reply(.failure(error))
        }
    }
}

/// A semaphore: a task waits until a place is free.
actor AsyncPlaces {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(count: Int) { free = count }

    func take() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    func giveBack() {
        if waiting.isEmpty {
            free += 1
        } else {
            waiting.removeFirst().resume()
        }
    }
}
