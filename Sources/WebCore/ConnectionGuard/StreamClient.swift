import NIOCore

/// The client of a streamed answer. What a stream waits for between two writes ends at once when the client hangs up:
/// only a write would find that out otherwise, and a silent stream writes rarely.
package struct StreamClient: Sendable {
    private let channel: any Channel
    private let tasks: ConnectionTasks

    package init(on channel: any Channel, tasks: ConnectionTasks) {
        self.channel = channel
        self.tasks = tasks
    }

    /// Runs work that is cancelled when the client has closed the connection, or its side of it.
    package func whileConnected<Outcome: Sendable>(
        _ work: @escaping @Sendable () async throws -> Outcome
    ) async throws -> Outcome {
        try await tasks.whileConnected(channel, endsWithInput: true, work)
    }
}
