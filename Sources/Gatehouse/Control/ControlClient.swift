import Foundation
import NIOCore
import NIOPosix

/// Sends a command to the server that holds the data folder.
struct ControlClient: Sendable {
    let folder: DataFolder
    /// Thrown when the connection fails: the process that holds the folder has no control socket.
    let held: CommandFailure

    func perform(_ command: any AdministrationCommand) async throws(CommandFailure) -> CommandResult {
        let channel: NIOAsyncChannel<ByteBuffer, ByteBuffer>
        do { channel = try await connect() } catch { throw held }
        let reply: ControlProtocol.Reply?
        do {
            reply = try await channel.executeThenClose { inbound, outbound in
                try await outbound.write(ControlProtocol.line(ControlProtocol.Request(command)))
                let line = try await ControlProtocol.readLine(from: inbound, limit: ControlProtocol.maximumReplyBytes)
                return try line.map { try ControlProtocol.value(ControlProtocol.Reply.self, from: $0) }
            }
        } catch { throw .unavailable("The running server did not answer: \(error)") }
        guard let reply else {
            throw .unavailable(
                """
                The running server stopped before it answered. Check whether the command took effect before you \
                repeat it.
                """
            )
        }
        return try reply.result()
    }

    private func connect() async throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> {
        try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connectTimeout(.seconds(2))
            .connect(unixDomainSocketPath: folder.controlSocket.path) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel(wrappingChannelSynchronously: channel)
                }
            }
    }
}
