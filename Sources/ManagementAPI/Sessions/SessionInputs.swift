import Domain
import UseCases
import WebCore

/// The fields of requests about sessions.
enum SessionInputs {
    static let user: Input<User.ID?> = .optionalValue(
        "user",
        "Only of this user.",
        .uuid,
        orElse: "Write the id of a user."
    )
    static let role: Input<Role.Name?> = .optionalValue(
        "role",
        "Only of people with this role.",
        .roleName,
        orElse: "Write the name of a role, like customer."
    )
    static let kind: Input<Session.Kind?> = .optionalOneOf("kind", "Only of the app, or only of the console.")
    static let appVersion = text("app_version", "Only of this version of the app.")
    static let osVersion = text("os_version", "Only on this version of the system.")
    static let deviceModel = text("device_model", "Only on this model of device.")
    static let state: Input<SessionFilter.Life?> = .optionalOneOf(
        "state",
        "Only those that are alive, or that have ended."
    )
    static let seenBefore = Input.moment("seen_before", "Last seen before this.")
    static let seenAfter = Input.moment("seen_after", "Last seen at this time or later.")

    static let ids = Input<[String]?>(
        .init("ids", .list(of: .uuid, maximum: maximumIDs), "Exactly these, 1 to \(maximumIDs).")
    ) { fields in
        fields.has("ids") ? fields.texts("ids", maximumCount: maximumIDs, maximum: 36) : nil
    }
    static let all = Input.optionalBool("all", "Says that every session is meant; needed when no filter is given.")
    static let isDryRun = Input.optionalBool("dry_run", "Only counts what would be ended.")

    static let maximumIDs = 200

    static let filter = [
        user.description, role.description, kind.description, appVersion.description, osVersion.description,
        deviceModel.description,
        seenBefore.description, seenAfter.description,
    ]
    static let query = filter + [state.description]
    static let revocation = filter + [ids.description, all.description, isDryRun.description]

    /// Reads the filter of a list or a revocation.
    static func filter(_ fields: inout Fields) -> SessionFilter {
        SessionFilter(
            user: fields.read(user),
            role: fields.read(role),
            kind: fields.read(kind),
            appVersion: fields.read(appVersion),
            osVersion: fields.read(osVersion),
            deviceModel: fields.read(deviceModel),
            seenBefore: fields.read(seenBefore),
            seenAfter: fields.read(seenAfter)
        )
    }

    static func query(_ fields: inout Fields) -> SessionFilter {
        var filter = filter(&fields)
        filter.life = fields.read(state)
        return filter
    }

    /// Reads the sessions to revoke. A missing filter is more likely a mistake than intended, so `all` must be
    /// explicit.
    static func revocation(_ fields: inout Fields) -> SessionFilter {
        var filter = filter(&fields)
        if let texts = fields.read(ids) {
            let parsed = texts.compactMap(Session.ID.init)
            if parsed.isEmpty || parsed.count < texts.count {
                fields.record("ids", .malformed("Give the ids of 1 to \(maximumIDs) sessions."))
            }
            filter.ids = parsed
        }
        let isEverything = filter == SessionFilter()
        switch fields.read(all) {
        case true? where !isEverything: fields.record("all", .malformed("Leave this out, or leave the filter out."))
        case nil where isEverything, false? where isEverything:
            fields.record("all", .malformed("Give a filter, or say \"all\": true to end every session."))
        default: break
        }
        return filter
    }

    private static func text(_ name: String, _ summary: String) -> Input<String?> {
        .optionalText(name, summary, minimum: 1, maximum: SessionFilter.textMaximumLength)
    }
}
