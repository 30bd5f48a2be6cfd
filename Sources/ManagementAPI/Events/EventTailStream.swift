import Domain
import Hummingbird
import NIOCore
import StrictJSON
import UseCases
import WebCore

/// Writes a live tail until its time is over, the caller may no longer read events, the client hangs up, or the server
/// stops.
struct EventTailStream: Sendable {
    /// The time between two looks at new events.
    static let pause = Duration.milliseconds(250)
    /// The rights of a silent caller are read again after this time; those of others with every batch.
    static let admission = Duration.seconds(3)
    /// A silent stream says that it is alive, and finds out whether a client is that vanished without hanging up.
    static let heartbeat = Duration.seconds(15)

    /// Why a stream ends.
    enum End: String, CaseIterable {
        /// Its time is over.
        case time = "time_over"
        /// The caller is signed out, or may no longer read events.
        case access = "access_ended"
        case shutdown
        case unavailable
    }

    let tail: EventTail
    let tails: EventTails
    let client: StreamClient
    let length: Duration
    /// Reads the caller's rights.
    let admit: @Sendable () async throws -> Grant<ReadEvents>
    var heartbeatInterval = EventTailStream.heartbeat

    func write(to writer: inout any ResponseBodyWriter) async throws {
        var tail = tail
        try await writer.write(Self.beginning(of: tail))
        let start = ContinuousClock.now
        var admittedAt = start
        var writtenAt = start
        var end: End?
        do {
            var grant = try await admit()
            while end == nil {
                if admittedAt.duration(to: .now) >= Self.admission {
                    grant = try await admit()
                    admittedAt = .now
                }
                let batch = try await tail.next(grant)
                if !batch.isEmpty {
                    // Rights that ended while the events were found let nothing through.
                    grant = try await admit()
                    admittedAt = .now
                    try await writer.write(Self.text(of: batch))
                    writtenAt = .now
                } else if writtenAt.duration(to: .now) >= heartbeatInterval {
                    try await writer.write(ByteBuffer(string: ": alive\n\n"))
                    writtenAt = .now
                }
                end = tails.isStopping ? .shutdown : start.duration(to: .now) >= length ? .time : nil
                if end == nil { try await client.whileConnected { try await Task.sleep(for: Self.pause) } }
            }
        } catch let error as DomainError {
            end = Self.end(by: error)
        } catch let error as WebFailure {
            end = error.status.kind == .clientError ? .access : .unavailable
        }
        try await writer.write(Self.message("end", ["reason": .string((end ?? .unavailable).rawValue)]))
    }

    private static func end(by error: DomainError) -> End {
        switch error {
        case .denied, .notFound, .conflict: .access
        case .invalid, .throttled, .unavailable: .unavailable
        }
    }

    /// Before its first event a client has a place to go on from, too.
    private static func beginning(of tail: EventTail) -> ByteBuffer {
        var text = ByteBuffer(string: "retry: 3000\n\nid: \(tail.start)\n")
        text.writeImmutableBuffer(message("start", [:]))
        return text
    }

    static func text(of batch: TailBatch) -> ByteBuffer {
        var text = ByteBuffer()
        for dropped in batch.dropped {
            text.writeImmutableBuffer(
                message(
                    "dropped",
                    [
                        "count": dropped.count.map { .init($0) } ?? .null,
                        "reason": .string(dropped.loss.rawValue),
                    ]
                )
            )
        }
        for event in batch.events {
            text.writeString("id: \(event.reference)\n")
            text.writeImmutableBuffer(message("auth-event", ResponseSchema<StoredEvent>.event.json(event)))
        }
        return text
    }

    /// JSON has no line breaks, so that one line holds all data.
    private static func message(_ name: String, _ data: JSONValue) -> ByteBuffer {
        var text = ByteBuffer(string: "event: \(name)\ndata: ")
        text.writeBytes(data.serialized())
        text.writeString("\n\n")
        return text
    }
}
