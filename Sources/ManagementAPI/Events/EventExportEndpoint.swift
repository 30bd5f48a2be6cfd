import Domain
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// The export of events, as lines of JSON or as comma-separated values.
struct EventExportEndpoint: Sendable {
    let exports: EventExports
    /// Ends the exports whose client has gone.
    let tasks: ConnectionTasks
    let now: @Sendable () -> Timestamp
    /// Reads the rights that the credential of a request has now.
    let admit: @Sendable (Request, APIContext) async throws -> Access

    func add(to routes: Routes<APIContext>) {
        routes.needs(ReadEvents.self).get("events/export", operation: "exportEvents", use: export)
    }

    private func export(_ call: APICall<ReadEvents>) async throws -> Response {
        var fields = try call.request.programQueryFields()
        let hasStart = fields.has("from")
        let draft = fields.read(EventInputs.export(now: now()))
        if draft.reference != nil, !hasStart { fields.record("from", .missing) }
        try fields.finish()
        let admit = admit
        let export = try await exports.begin(draft, grant: call.grant)
        // The response to HEAD has no events.
        if call.request.method != .head { try await export.recordStart() }
        let stream = EventExportStream(
            export: export,
            client: StreamClient(on: call.context.connection, tasks: tasks),
            admit: { try await admit(call.request, call.context).grant() }
        )
        return Response(
            status: .ok,
            headers: [
                .contentType: draft.format == .csv ? "text/csv; charset=utf-8" : "application/x-ndjson",
                .contentDisposition: "attachment; filename=\"\(Self.fileName(draft))\"",
            ],
            body: ResponseBody { writer in
                try await stream.write(to: &writer)
                try await writer.finish(nil)
            }
        )
    }

    /// `events-2026-11-20T0905-2026-11-21T0905.csv`: no colons, which some file systems forbid.
    private static func fileName(_ draft: EventExports.Draft) -> String {
        let times = [draft.query.from, draft.query.to].map { $0.rfc3339.prefix(16).replacing(":", with: "") }
        let part = draft.reference == nil ? "" : "-continued"
        return "events-\(times.joined(separator: "-"))\(part).\(draft.format.rawValue)"
    }
}
