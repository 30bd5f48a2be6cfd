import Domain
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// The live tail of events, as server-sent events (HTML Living Standard §9.2).
struct EventTailEndpoint: Sendable {
    let tails: EventTails
    /// Ends the tails whose client has gone.
    let tasks: ConnectionTasks
    /// Reads the rights that the credential of a request has now.
    let admit: @Sendable (Request, APIContext) async throws -> Access

    func add(to routes: Routes<APIContext>) {
        routes.needs(ReadEvents.self).get("events/tail", operation: "tailEvents", use: tail)
    }

    private func tail(_ call: APICall<ReadEvents>) async throws -> Response {
        var fields = try call.request.programQueryFields()
        let wanted = fields.read(EventInputs.tail)
        try fields.finish()
        // A browser that reconnects sends its last id beside the `after` of its first connection.
        let last = call.request.headers[.lastEventID].flatMap { Event.Reference($0) } ?? wanted.after
        let admit = admit
        let stream = EventTailStream(
            tail: try tails.open(wanted.query, after: last, grant: call.grant),
            tails: tails,
            client: StreamClient(on: call.context.connection, tasks: tasks),
            length: .seconds(wanted.seconds),
            admit: { try await admit(call.request, call.context).grant() }
        )
        return Response(
            status: .ok,
            // A proxy must pass on each event at once.
            headers: [.contentType: "text/event-stream", .accelBuffering: "no"],
            body: ResponseBody { writer in
                try await stream.write(to: &writer)
                try await writer.finish(nil)
            }
        )
    }
}
