import Domain
import StrictJSON
import UseCases
import WebCore

extension ResponseSchema where Value == SessionSummary {
    static let session = ResponseSchema(
        "Session",
        "One sign-in on one device.",
        [
            .init("id", .uuid) { .init($0.session.id) },
            .init("user_id", .uuid) { .init($0.session.user) },
            .init("user_name", Schema.text.nullable) { .init($0.userName) },
            .init("user_email", Schema.email.nullable) { .init($0.userEmail?.description) },
            .init("user_role", .roleName) { .string($0.userRole.description) },
            .init("kind", .oneOf(Session.Kind.self)) { .string($0.session.kind.rawValue) },
            .init("device", .named("Device")) { ResponseSchema<Device>.device.json($0.session.device) },
            .init("address", Schema.text.nullable.example("203.0.113.7")) { .init($0.session.address) },
            .init("created_at", .dateTime) { .init($0.session.createdAt) },
            .init("last_seen_at", .dateTime) { .init($0.session.lastSeenAt) },
            .init("expires_at", .dateTime) { .init($0.session.expiresAt) },
            .init("ended_at", Schema.dateTime.nullable) { .init($0.session.endedAt) },
            .init("end_reason", Schema.oneOf(Session.EndReason.self).nullable) {
                .init($0.session.endReason?.rawValue)
            },
            .init("impersonated_by", impersonator) { .init($0.session.impersonator?.text) },
        ],
        uses: [ResponseSchema<Device>.device.named]
    )

    private static let impersonator = Schema.uuid.nullable.with(
        "description",
        "The user, or the backend's key, that impersonates this user."
    )
}

extension ResponseSchema where Value == SessionEnding {
    static let ended = ResponseSchema(
        "EndedSessions",
        "The number of sessions that were ended.",
        [.init("ended", .count) { .init($0.count) }, keepsOwn]
    )

    static let preview = ResponseSchema(
        "EndingSessions",
        "The number of sessions that the same request would end without `dry_run`.",
        [.init("would_end", .count) { .init($0.count) }, keepsOwn]
    )

    private static let keepsOwn = Member(
        "keeps_own",
        Schema.bool.with("description", "True when the console session of the request matches too; it is kept.")
    ) { .bool($0.keepsOwn) }
}
