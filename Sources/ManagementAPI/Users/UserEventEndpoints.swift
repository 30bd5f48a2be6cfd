import Domain
import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// The endpoints that delete the events of a user.
struct UserEventEndpoints: Sendable {
    let erasure: EventErasure

    func add(to routes: Routes<APIContext>) {
        routes.needs(ManageUsers.self).delete("users/{user}/events", operation: "eraseUserEvents", use: erase)
        routes.needs(ManageUsers.self).post("events/erasures", operation: "eraseEvents", use: eraseNamed)
    }

    private func erase(_ call: APICall<ManageUsers>) async throws -> Response {
        try await .json(
            ResponseSchema<EventErasure.Outcome>.erasedEvents.json(
                erasure.erase(call.id("user", of: .user), grant: call.grant)
            )
        )
    }

    private func eraseNamed(_ call: APICall<ManageUsers>) async throws -> Response {
        var fields = try await call.request.jsonFields()
        let user = fields.read(Input<String>.erasedUser)
        try fields.finish()
        return try await .json(
            ResponseSchema<EventErasure.Outcome>.erasedEvents.json(erasure.erase(named: user, grant: call.grant))
        )
    }
}

extension Input<String> {
    fileprivate static let erasedUser = text(
        "user",
        "The id or email address by which events name the user, or the text that they have in its place, like `[email:1f2e3d4c]`.",
        maximum: EventQuery.textMaximumLength
    )
}

extension ResponseSchema where Value == EventErasure.Outcome {
    static let erasedEvents = ResponseSchema(
        "ErasedEvents",
        "The number of events that the request deleted.",
        [
            .init("deleted", .count) { .init($0.deleted) },
            .init("is_complete", isComplete) { .bool($0.isComplete) },
        ]
    )

    private static let isComplete = Schema.bool.with(
        "description",
        "False when events of the user are left: repeat the request."
    )
}

extension APIOperation {
    static let userEventOperations: [APIOperation] = [
        APIOperation(
            id: "eraseUserEvents",
            tag: .users,
            summary: "Deletes the events of a user",
            details:
                "Deletes the events that name the user by id, confirmed email address or id of a sign-in method, and those without a user in the sessions that the server recorded for them and the attempts in which they signed in. At most 10,000 events each time; repeat the request until `is_complete` is true. It also works for a deleted user.",
            answers: [.ok("What was deleted.", ResponseSchema<EventErasure.Outcome>.erasedEvents.named)]
        ),
        APIOperation(
            id: "eraseEvents",
            tag: .users,
            summary: "Deletes the events that name a user by a text",
            details: """
                For users whom the tenant does not know, and for addresses that are not confirmed. Deletes the events with this user, and those without a user in the sessions that \
                the server recorded for them and the attempts in which they signed in. The id of a user of the tenant deletes what `eraseUserEvents` does. A text with a name of the caller's own \
                account, or of a user who ranks above the caller, is rejected. So is any text when more than 5,000 users rank above the caller. At most 10,000 events each time; repeat the request, with a new idempotency key, until `is_complete` is true.
                """,
            body: .object("EventErasure", Inputs { $0.read(Input<String>.erasedUser) }),
            answers: [.ok("What was deleted.", ResponseSchema<EventErasure.Outcome>.erasedEvents.named)]
        ),
    ]
}
