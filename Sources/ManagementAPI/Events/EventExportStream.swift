import Domain
import Hummingbird
import NIOCore
import StrictJSON
import UseCases
import WebCore

/// Writes an export, a page at a time and no faster than the client reads.
///
/// An export that cannot go on breaks the connection off before the end of the body, so that no client takes a part for
/// the whole.
struct EventExportStream: Sendable {
    static let deadline = Duration.minutes(30)
    /// About what is written at once: a slow client takes one such part after the deadline at most, not a page.
    static let partBytes = 64 * 1024

    /// Ends the connection.
    private struct Interrupted: Error {}

    let export: EventExport
    let client: StreamClient
    /// Reads the caller's rights.
    let admit: @Sendable () async throws -> Grant<ReadEvents>
    var now: @Sendable () -> ContinuousClock.Instant = { .now }

    func write(to writer: inout any ResponseBodyWriter) async throws {
        var export = export
        do {
            try await write(&export, to: &writer)
        } catch {
            try await finish(export, isComplete: false)
            throw error
        }
        try await finish(export, isComplete: true)
    }

    private func write(_ export: inout EventExport, to writer: inout any ResponseBodyWriter) async throws {
        let end = now() + Self.deadline
        if export.draft.format == .csv, export.draft.reference == nil {
            try await writer.write(ByteBuffer(string: EventCSV.header))
        }
        while let events = try await next(of: &export) {
            if now() >= end { throw Interrupted() }
            var lines = ByteBuffer()
            var count = 0
            for (place, event) in events.enumerated() {
                Self.add(event, to: &lines, export.draft.format)
                count += 1
                guard lines.readableBytes >= Self.partBytes || place == events.count - 1 else { continue }
                if now() >= end { throw Interrupted() }
                try await writer.write(lines)
                export.passedOn(count)
                lines = ByteBuffer()
                count = 0
            }
        }
    }

    /// A search that finds nothing writes nothing, so only the connection says that the client has gone.
    private func next(of export: inout EventExport) async throws -> [StoredEvent]? {
        let before = export
        let admit = admit
        let (events, after) = try await client.whileConnected {
            var export = before
            let events = try await export.next(admit())
            return (events, export)
        }
        export = after
        return events
    }

    private static func add(_ event: StoredEvent, to lines: inout ByteBuffer, _ format: EventExports.Format) {
        switch format {
        case .csv: lines.writeString(EventCSV.line(event))
        case .ndjson:
            lines.writeBytes(ResponseSchema<StoredEvent>.event.json(event).serialized())
            lines.writeString("\n")
        }
    }

    /// The entry is also written when the client has hung up, which cancels this task; the task here outlives that, and
    /// is awaited.
    private func finish(_ export: EventExport, isComplete: Bool) async throws {
        try await Task { try await export.finish(isComplete: isComplete) }.value
    }
}
