import Domain
import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// The endpoint that erases the events of a user.
struct UserEventEndpoints: Sendable {
    let erasure: EventErasure

    func add(to routes: Routes<APIContext>) {
        routes.needs(ManageUsers.self).delete("users/{user}/events", operation: "eraseUserEvents", use: erase)
    }

    private func erase(_ call: APICall<ManageUsers>) async throws -> Response {
        try await .json(
            ResponseSchema<EventErasure.Outcome>.erasedEvents.json(
                erasure.erase(call.id("user", of: .user), grant: call.grant)
            )
        )
    }
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
                "Deletes the events that name the user by id, confirmed email address or id of a sign-in method, and those without a user of the same sessions and attempts. At most 10,000 events each time; repeat the request until `is_complete` is true. It also works for a deleted user.",
            answers: [.ok("What was deleted.", ResponseSchema<EventErasure.Outcome>.erasedEvents.named)]
        )
    ]
}
