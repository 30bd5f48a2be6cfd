import Domain
import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// The endpoint of what changed in a tenant.
struct ChangeEndpoints: Sendable {
    let changes: ChangeReading

    func add(to routes: Routes<APIContext>) {
        routes.needs(ReadEvents.self).get("changes", operation: "listChanges", use: list)
    }

    private func list(_ call: APICall<ReadEvents>) async throws -> Response {
        var fields = try call.request.programQueryFields()
        let query = fields.read(ChangeInputs.query)
        let page = fields.read(.page)
        try fields.finish()
        return try await .json(
            ResponseSchema<NotableChange>.change.page(
                changes.page(page, of: query, access: call.context.access, grant: call.grant)
            )
        )
    }
}

extension APIOperation {
    static let changeOperations: [APIOperation] = [
        APIOperation(
            id: "listChanges",
            tag: .events,
            summary: "Lists what changed, latest first: releases, settings, keys, roles, Apple's availability",
            details:
                "With `audit.read` the list has every kind; without it settings need `settings.read`, keys `keys.read` and roles `roles.read`. Actors and values are in the audit log.",
            query: ChangeInputs.query.descriptions + Input<PageRequest>.descriptions,
            answers: [.ok("A page of changes.", ResponseSchema<NotableChange>.change.namedPage)]
        )
    ]
}

/// The fields of requests about changes.
enum ChangeInputs {
    static let from = Input.dateTime("from", "Changes from this time, and outages that lasted longer.")
    static let to = Input.dateTime("to", "Changes before this time.")
    static let kind: Input<ChangeKind?> = .optionalOneOf("kind", "Only this kind.")
    static let query = Inputs { reader in
        var query = ChangeQuery(from: reader.read(from), to: reader.read(to))
        if let kind = reader.read(kind) { query.kinds = [kind] }
        if let start = query.from, let end = query.to, start >= end {
            reader.record("from", .malformed(.english("This must be before “to”.")))
        }
        return query
    }
}

extension ResponseSchema where Value == NotableChange {
    static let change = ResponseSchema(
        "Change",
        "Something that can explain why sign-in works better or worse than before.",
        [
            .init("kind", .oneOf(ChangeKind.self)) { .string($0.kind.rawValue) },
            .init("at", .dateTime) { .init($0.at) },
            .init("until", Schema.dateTime.nullable.with("description", "The end of an outage.")) { .init($0.until) },
            .init("action", Schema.text.nullable.example("key.revoked")) { .init($0.action?.rawValue) },
            .init(
                "subject",
                Schema.text.nullable.with(
                    "description",
                    "The version, the id of the key or the name of the role; else null."
                )
            ) { .init($0.subject) },
            .init("fields", .list(of: .text)) { .array($0.fields.map { .string($0) }) },
        ]
    )
}
